import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openTestDatabaseOf, usualKinds } from '../../../../test/database.ts'

/** Everyone matches "Person" and ".example"; every second one begins with e; every seventh is a Smith; one in a thousand is rare. */
const PEOPLE = 2_200
const nameOf = (n: number) =>
  `Person${n % 2 === 0 ? ' Eve' : ''}${n % 7 === 0 ? ' Smith' : ''}${n % 3 === 0 ? ' Łukasz' : ''}${n % 1000 === 1 ? ' Quagga' : ''}`

describe.each(usualKinds)('searching among %s people', (kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestDatabaseOf(kind) })
    await app.asAdmin.getMe()
    const people = Array.from({ length: PEOPLE }, (_, at) => ({ n: at + 1, name: nameOf(at + 1) }))
    await app.deps.db.execute(sql`insert into users (username, email, password_hash, full_name, activated_at, created_at)
      select 'p-' || lpad(n::text, 4, '0'), 'p-' || n || '@people.example', 'none', name, now(), now() - make_interval(mins => n)
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x(n int, name text)`)
    await app.deps.db.execute(sql`analyze users`)
  })
  afterAll(() => app.close())

  const list = (filter: object, range = [0, 24], sort = ['username', 'ASC']) =>
    app.asAdmin.listUsers({
      filter: JSON.stringify(filter),
      range: JSON.stringify(range),
      sort: JSON.stringify(sort),
    })
  const expected = (matches: (n: number) => boolean) =>
    Array.from({ length: PEOPLE }, (_, at) => at + 1)
      .filter(matches)
      .map((n) => `p-${String(n).padStart(4, '0')}`)

  test.each<[q: string, (n: number) => boolean]>([
    ['quagga', (n) => n % 1000 === 1],
    ['smith', (n) => n % 7 === 0],
    ['lukasz', (n) => n % 3 === 0],
    ['smith eve', (n) => n % 14 === 0],
    ['q', (n) => n % 1000 === 1],
    ['s l', (n) => n % 21 === 0],
  ])('counts fewer than a thousand exactly: %s', async (q, matches) => {
    const all = expected(matches).slice(0, 999)
    const page = await list({ q })
    const isMore = expected(matches).length > 999
    expect(page).toMatchObject({ total: isMore ? 1_000 : all.length, capped: isMore, estimated: false })
    expect(page.data.map(({ id }) => id)).toEqual(all.slice(0, 25))
  })

  test.each<[q: string, (n: number) => boolean]>([
    ['e', (n) => n % 2 === 0],
    ['person', () => true],
    ['p', () => true],
    ['p e', (n) => n % 2 === 0],
    ['people.exa', () => true],
  ])('reports more as a thousand or more, and serves the pages beyond: %s', async (q, matches) => {
    const all = expected(matches)
    for (const from of [0, 950, 1_050]) {
      const page = await list({ q }, [from, from + 24])
      const isMore = all.length > from + 25
      expect(page).toMatchObject({ total: Math.min(all.length, Math.max(1_000, from + 26)), capped: isMore })
      expect(page.data.map(({ id }) => id)).toEqual(all.slice(from, from + 25))
    }
    const last = await list({ q }, [all.length - 5, all.length + 19])
    expect(last).toMatchObject({ total: all.length, capped: false })
    expect(last.data).toHaveLength(5)
  })

  test.each([
    ['created_at', 'DESC', (ids: string[]) => ids],
    ['created_at', 'ASC', (ids: string[]) => ids.toReversed()],
    ['last_seen_at', 'DESC', undefined],
  ] as const)('sorts few and many results as requested: by %s %s', async (by, order, sorted) => {
    for (const [q, matches] of [
      ['smith', (n: number) => n % 7 === 0],
      ['e', (n: number) => n % 2 === 0],
    ] as const) {
      const { data } = await list({ q }, [0, 24], [by, order])
      if (sorted) expect(data.map(({ id }) => id)).toEqual(sorted(expected(matches)).slice(0, 25))
      else expect(data).toHaveLength(25)
    }
  })

  test('totals without a search, or with a filter, are exact', async () => {
    expect(await list({})).toMatchObject({ total: PEOPLE + 1, capped: false, estimated: false })
    expect(await list({ q: 'e', state: 'disabled' })).toMatchObject({ data: [], total: 0, capped: false })
    expect(await list({ q: 'person', role: 'admin' })).toMatchObject({ total: 0, capped: false })
  })

  test('the global search counts people in the same way', async () => {
    const groups = await app.asAdmin.searchEverything({ q: 'person' })
    expect(groups).toMatchObject([{ kind: 'user', total: 100, capped: true, late: false }])
    expect(groups[0]?.rows.map(({ id }) => id)).toEqual(expected(() => true).slice(0, 5))
    const [few] = await app.asAdmin.searchEverything({ q: 'quagga' })
    expect(few).toMatchObject({ kind: 'user', total: 3, capped: false })
  })
})
