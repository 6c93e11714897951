import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabaseOf, usualKinds } from '../../../../../test/database.ts'
import { findMatches, inBothForms } from '../../../../db/lists/find-matches.ts'
import { searchFold } from '../../../../db/lists/search.ts'
import type { OpenedDatabase } from '../../../../db/open.ts'
import { orders } from '../../../../db/schema/index.ts'
import { matchesOrder } from './queries.ts'

const PEOPLE = 700
const order = (n: number) => `ORD-${n} Red Team Company ${n % 9}`
/** Every second one bought something. */
const buyer = (n: number) => `buyer-${n} buyer-${n}@acme.example Élodie ${n % 13}`

describe.each(usualKinds)('orders are found by their text and their buyer (%s)', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
    await opened.db.execute(sql`insert into users (username, email, password_hash, full_name)
      select 'buyer-' || n, 'buyer-' || n || '@acme.example', 'none', 'Élodie ' || n % 13 from generate_series(1, ${PEOPLE}::int) n`)
    await opened.db.execute(sql`insert into orders (number, user_id, state, kind, target_id, slug, title, billing, quantity, unit_amount, total_amount, provider)
      select 'ORD-' || n, u.id, 'fulfilled', 'course', gen_random_uuid(), 'red-team', 'Red Team', jsonb_build_object('company', 'Company ' || n % 9), 1, 100, 100, 'demo'
      from generate_series(2, ${PEOPLE}::int, 2) n join users u on u.username = 'buyer-' || n`)
    await opened.db.execute(sql`analyze`)
  })
  afterAll(() => opened.close())

  const find = (q: string, having: boolean) =>
    findMatches(
      opened.db,
      {
        ...{ q, table: orders, keys: [sql`${orders.number}`] as const, direction: { descending: false } },
        where: inBothForms((byRow) => matchesOrder(q, byRow)),
        having: having ? (part) => inBothForms((byRow) => matchesOrder(part, byRow)) : undefined,
      },
      { from: 0, limit: 5 },
    )
  const numbersOf = async (where: SQL | undefined) => {
    const rows = await opened.db.select({ number: orders.number }).from(orders).where(where)
    return rows.map(({ number }) => number).toSorted()
  }
  /** Written a second time: each word is somewhere in the order, or each is somewhere in its buyer; of one or two letters at the start of a word. */
  const expected = (q: string) => {
    const words = searchFold(q).split(' ').filter(Boolean)
    const isIn = (text: string) =>
      words.every((word) => ` ${searchFold(text)}`.includes(word.length < 3 ? ` ${word}` : word))
    return Array.from({ length: PEOPLE / 2 }, (_, n) => (n + 1) * 2)
      .filter((n) => isIn(order(n)) || isIn(buyer(n)))
      .map((n) => `ORD-${n}`)
      .toSorted()
  }

  test.each([
    ['its number', 'ord-444', 1],
    ['its company', 'company 7', 39],
    ['its buyer', 'BUYER-444@acme', 1],
    ['a buyer’s name without its accent', 'elodie 12', 27],
    ['what all have', 'e', 350],
    ['who bought nothing', 'buyer-445', 0],
    ['words of the order and of its buyer', 'ord-444 elodie', 0],
  ])('%s', async (_name, q, total) => {
    expect(expected(q)).toHaveLength(total)
    for (const byParts of [true, false]) expect((await find(q, byParts)).total, `by parts: ${byParts}`).toBe(total)
  })

  test('each form of the condition finds the same rows as a slow scan', async () => {
    const word = fc.constantFrom(
      'ord-4',
      'ord',
      '44',
      'red',
      'team',
      'company',
      '7',
      'buyer-4',
      '@acme.ex',
      'élo',
      'el',
      'e',
      'b',
      '1',
      'zz',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), async (words) => {
        const q = words.join(' ')
        const wanted = expected(q)
        expect(await numbersOf(matchesOrder(q, true)), `${q}, by row`).toEqual(wanted)
        expect(await numbersOf(matchesOrder(q, false)), `${q}, by index`).toEqual(wanted)
        for (const byParts of [true, false]) expect((await find(q, byParts)).total, q).toBe(wanted.length)
      }),
      { numRuns: process.env.LONG ? 60 : 20, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
    )
  })

  test('row by row, only the buyers of the checked rows are read', async () => {
    const counted = sql`select count(*) from orders where ${matchesOrder('e b', true)}`
    const { rows } = (await opened.db.execute(sql`explain ${counted}`)) as unknown as {
      rows: { 'QUERY PLAN': string }[]
    }
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan using users_pkey/)
    expect(plan).not.toMatch(/hashed|Seq Scan on users/)
  })
})
