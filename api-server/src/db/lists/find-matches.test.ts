import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabaseOf, usualKinds } from '../../../test/database.ts'
import type { Db, OpenedDatabase } from '../open.ts'
import { users } from '../schema/index.ts'
import { findMatches, inBothForms } from './find-matches.ts'
import { contains, foldedContains, partsOf } from './search.ts'

test('the parts of a search text include adjacent punctuation', () => {
  expect(partsOf('Anna@Acme.Example 33')).toEqual(['anna@', '@acme.', '.example'])
  expect(partsOf('person-7 -777- 東京都')).toEqual(['person-', '-777-', '東京都'])
  // The search uses five of the six words.
  expect(partsOf('one two three four five-six seven')).toEqual(['one', 'two', 'three', 'four', 'five-', '-six'])
})

describe.each(usualKinds)('a search by its rare part (%s)', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
    await opened.db.execute(sql`insert into users (username, email, password_hash, full_name)
      select 'person-' || n, 'person-' || n || '@acme.example', 'none', 'Person' from generate_series(1, 900) n`)
  })
  afterAll(() => opened.close())

  const find = (db: Db, q: string, byParts: boolean) =>
    findMatches(
      db,
      {
        q,
        table: users,
        keys: [sql`${users.username}`] as const,
        direction: { descending: false },
        where: inBothForms(() => foldedContains(users.searched, q)),
        having: byParts ? (part) => inBothForms(() => foldedContains(users.searched, part)) : undefined,
      },
      { from: 0, limit: 25 },
    )
  /** The same database, recording its queries. */
  const noting = (asked: string[]) =>
    new Proxy(opened.db, {
      get: (db, name) =>
        name === 'execute'
          ? (query: SQL) => {
              asked.push(new PgDialect().sqlToQuery(query).sql)
              return db.execute(query)
            }
          : Reflect.get(db, name),
    })

  test.each([
    ['an address whose end all share', 'person-777@acme.example', 1, true],
    ['its number', 'PERSON-777', 1, true],
    ['two words', 'acme -888', 1, true],
    ['nothing', 'person-999999@acme.example', 0, true],
    ['what all have', 'acme.example', 900, false],
    ['one part alone', '777', 1, false],
  ])('%s: %s', async (_name, q, total, isNarrowed) => {
    const asked: string[] = []
    const found = await find(noting(asked), q, true)
    expect(found.total).toBe(total)
    expect(asked.some((statement) => statement.includes(') is true'))).toBe(isNarrowed)
    const { slice, ...plain } = await find(opened.db, q, false)
    expect(found).toMatchObject(plain)
    const read = ({ where, order, from, limit }: typeof slice) =>
      opened.db
        .select({ username: users.username })
        .from(users)
        .where(where)
        .orderBy(...order)
        .offset(from)
        .limit(limit)
    expect(await read(found.slice)).toEqual(await read(slice))
  })

  test('a text that contains the search text contains each of its parts', async () => {
    const word = fc.array(fc.constantFrom('ann', 'a', 'É', 'ß', '7', '日', '@', '.', '-', '%', '_', '😀', ' '), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(word, word, word, async (before, middle, after) => {
        const q = middle.join('')
        const text = sql`${[...before, ...middle, ...after].join('')}::text`
        const lacking = partsOf(q).map((part) => sql`(${contains(text, q)}) and not (${contains(text, part)})`)
        if (lacking.length === 0) return
        const { rows } = (await opened.db.execute(sql`select ${sql.join(lacking, sql` or `)} as lacks`)) as unknown as {
          rows: { lacks: boolean }[]
        }
        expect(rows[0]?.lacks).toBe(false)
      }),
      { numRuns: 100 },
    )
  })
})
