import { getTableName } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { Db } from '../src/db/open.ts'
import type { PersonalData, PersonalTable } from '../src/extension-points/personal-data.ts'
import { personalData as parts } from '../src/registry/personal-data.ts'
import { asWritten, isTelling, person, plantCanaries, readRows } from './canaries.ts'
import { kinds, openTestDatabaseOf } from './database.ts'
import { listFaults, tables } from './personal-columns.ts'

describe('what becomes of each column that leads to a person', () => {
  test('is said by one part, once for an export and once for a deletion', () => {
    expect(listFaults(tables, parts)).toEqual([])
  })

  const users = pgTable('users', { id: uuid().primaryKey() })
  const prints = pgTable('prints', { user_id: uuid().references(() => users.id), note: text() })
  const pages = pgTable('pages', { print: text().references(() => prints.note) })
  const invited = pgTable('invited', { email_address: text() })
  const say = (table: PersonalTable['table'], erases: 'rows' | 'columns', columns: object) => ({
    tables: [{ table, erases, columns: columns as PersonalTable['columns'] }],
  })
  const id = say(users, 'rows', { id: { exported: true } })

  test.each([
    ['a new column', prints, [say(prints, 'rows', { user_id: { exported: true } })], 'prints.note is in no part'],
    ['a table behind another', pages, [], 'pages.print is in no part'],
    ['a telling name', invited, [], 'invited.email_address is in no part'],
    ['a column that is gone', users, [say(users, 'rows', { nick: { exported: true } })], 'users.nick does not exist'],
    ['a table in two parts', users, [id, id], 'users is answered for twice'],
    [
      'two exports',
      users,
      [say(users, 'rows', { id: { exported: true, notExported: 'x' } })],
      'is exported and is not',
    ],
    ['no export', users, [say(users, 'rows', { id: {} })], 'users.id says nothing of an export'],
    ['a row that goes and stays', users, [say(users, 'rows', { id: { exported: true, kept: 'x' } })], 'says otherwise'],
    ['no erasure', users, [say(users, 'columns', { id: { exported: true } })], 'users.id is erased, redacted or kept'],
    ['no reason', users, [say(users, 'rows', { id: { notExported: '' } })], 'users.id gives no reason'],
  ])('%s is found, by its name', (_what, table, said, fault) => {
    const also = table === users ? [] : table === pages ? [users, prints] : [users]
    const faults = listFaults([...also, table], [...(table === users ? [] : [id]), ...said])
    expect(
      faults.find((one) => one.includes(fault)),
      faults.join('\n'),
    ).toBeDefined()
  })
})

describe.each(kinds)('what the parts say is what they do (%s)', (kind) => {
  test('an export holds what is exported and nothing else; a deletion takes what is erased and leaves what is kept', async () => {
    const opened = await openTestDatabaseOf(kind)
    try {
      expect(await listLies(opened.db, parts)).toEqual([])
    } finally {
      await opened.close()
    }
  })

  test('a part that says more than it does is found, by its column', async () => {
    const lies = (part: PersonalData, table: string, column: string, fate: object): PersonalData => ({
      ...part,
      tables: part.tables.map((one) =>
        getTableName(one.table) === table ? { ...one, columns: { ...one.columns, [column]: fate as never } } : one,
      ),
    })
    const opened = await openTestDatabaseOf(kind)
    try {
      const found = await listLies(
        opened.db,
        parts.map((part) => {
          if (part.name === 'certificates')
            return lies(part, 'certificates', 'title', { notExported: 'a lie', erased: true })
          if (part.name === 'vouchers') return lies(part, 'vouchers', 'note', { exported: true, kept: 'as it is' })
          if (part.name === 'orders') return lies(part, 'orders', 'recipients', { notExported: 'x', kept: 'a lie' })
          return part
        }),
      )
      expect(found).toEqual(
        [
          'certificates.title is exported',
          'certificates.title is left',
          'vouchers.note is not exported',
          'orders.recipients is gone',
        ].toSorted(),
      )
    } finally {
      await opened.close()
    }
  })
})

/** Fills every column, exports and erases, and compares with what the parts say. */
async function listLies(db: Db, said: readonly PersonalData[]): Promise<string[]> {
  const planted = await plantCanaries(db)
  const exports: string[] = []
  for (const part of said) exports.push(JSON.stringify((await part.collect?.(db, person)) ?? {}))
  const exported = exports.join('\n')
  await db.transaction(async (tx) => {
    for (const part of said) await part.erase?.(tx, person)
  })
  const left = new Map<PersonalTable['table'], Record<string, unknown>[]>()
  for (const table of planted.keys()) left.set(table, await readRows(db, table))
  const everything = JSON.stringify([...left.values()])

  return said
    .flatMap(({ tables }) => tables)
    .flatMap(({ table, erases, columns }) =>
      Object.entries(columns).flatMap(([name, { exported: shown, erased, redacted }]) => {
        const value = planted.get(table)?.[name]
        const column = `${getTableName(table)}.${name}`
        const stands = left.get(table)?.some((row) => JSON.stringify(row[name]) === JSON.stringify(value))
        const telling = isTelling(table, name, value)
        const goes = erases === 'rows' || erased
        return [
          telling && shown && !exported.includes(asWritten(value)) && `${column} is not exported`,
          telling && !shown && exported.includes(asWritten(value)) && `${column} is exported`,
          goes && (stands || (telling && everything.includes(asWritten(value)))) && `${column} is left`,
          redacted && !everything.includes(`canary ${column}, said by (erased)`) && `${column} is not redacted`,
          !goes && !redacted && !stands && `${column} is gone`,
        ].filter((fault) => typeof fault === 'string')
      }),
    )
    .toSorted()
}
