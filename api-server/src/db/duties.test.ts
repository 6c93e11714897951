import { PgDialect, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { lookup, personal } from './duties.ts'

const users = pgTable('users', { id: uuid().primaryKey(), name: text() })
const pages = pgTable('pages', { id: uuid().primaryKey(), user_id: uuid(), text: text() })

test('a declaration that misses a column, or names an unknown one, does not compile', () => {
  // @ts-expect-error Property 'columns without a duty' is missing: it is "text".
  personal(pages, { deleted: { ours: 'id user_id' } })
  // @ts-expect-error Property 'unknown columns' is missing: it is "title".
  personal(pages, { deleted: { exported: 'text title', ours: 'id user_id' } })
  // @ts-expect-error The unknown column may also be in the treatment by address.
  personal(pages, { deleted: { exported: 'text', ours: 'id user_id' }, byAddress: { erased: 'email' } })
  personal(pages, { deleted: { exported: ['text', 'id'], ours: 'user_id' }, byAddress: { erased: 'text' } })
})

test('a column with two duties is refused', () => {
  const twice = { retained: { law: { exported: 'text', ours: 'id user_id' } }, cleared: { ours: 'user_id' } } as const
  expect(() => personal(pages, twice)).toThrow('A column of pages has two duties')
})

test('the groups of a declaration are the treatment of each column', () => {
  const { columns, erases, cleared, shown } = personal(pages, {
    retained: { leads: { exported: 'id' } },
    cleared: { ours: 'user_id' },
    redacted: { 'shown elsewhere': 'text' },
    byAddress: { redacted: 'text' },
  })
  expect({ columns, erases, cleared, shown: Object.keys(shown) }).toEqual({
    columns: {
      id: { exported: true, retained: 'only an id, which identifies no one after the row it refers to is deleted' },
      user_id: { notExported: 'an internal number', erased: true },
      text: { notExported: 'shown elsewhere', redacted: true, byAddress: 'redacted' },
    },
    erases: 'columns',
    cleared: ['user_id'],
    shown: ['id'],
  })
})

test('reads a field of another row over references', () => {
  expect(new PgDialect().sqlToQuery(lookup(pages.user_id, users.name)).sql).toBe(
    '(select "users"."name" from "users" where "users".id = "pages"."user_id")',
  )
})
