import { operations, type SortOf } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { EXACT_TO } from '../../../db/lists/estimated-count.ts'
import { findMatches, inBothForms } from '../../../db/lists/find-matches.ts'
import { type ListSlice, listPage, orderOf } from '../../../db/lists/list-source.ts'
import type { Db, OpenedDatabase } from '../../../db/open.ts'
import { courses, entitlements, users } from '../../../db/schema/index.ts'
import { userSource } from './queries.ts'

const { sorts } = operations.listUsers.list
const ROWS = 20_000

/** Every filter of the list, with a value that matches a few rows. */
const filters: [string, Output<'userFilter'>][] = [
  ['nothing', {}],
  ['q', { q: 'person 1234' }],
  ['q of two letters', { q: 'zq' }],
  ['state active', { state: 'active' }],
  ['state inactive', { state: 'inactive' }],
  ['state disabled', { state: 'disabled' }],
  ['state deleting', { state: 'deleting' }],
  ['role admin', { role: 'admin' }],
  ['role user', { role: 'user' }],
  ['capability', { capability: 'cloud' }],
  ['referrer', { referrer: 'campaign-7' }],
  ['course', { course: 'the-course' }],
  ['did joined', { did: 'joined', did_from: '2026-01-01T00:00:00Z', did_until: '2026-01-02T00:00:00Z' }],
  ['did learned', { did: 'learned', did_from: '2026-01-01T00:00:00Z', did_until: '2026-01-02T00:00:00Z' }],
  ['did completed', { did: 'completed', did_from: '2026-01-01T00:00:00Z' }],
  ['did paid', { did: 'paid', did_until: '2026-01-02T00:00:00Z' }],
  ['did decided', { did: 'decided', did_from: '2026-01-01T00:00:00Z' }],
  ['mail_failed_within_days', { mail_failed_within_days: 1 }],
  ['seen_within_days', { seen_within_days: 7 }],
  ['unseen_for_days', { unseen_for_days: 400 }],
  ['id', { id: ['person-1', 'person-20000'] }],
]

describeOnPostgres('the list of users at 20,000 accounts', () => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestPostgres()
    const { db } = opened
    await db.execute(sql`insert into users (username, email, password_hash, full_name, referrer, activated_at, disabled_at,
        last_seen_at, created_at, roles, capabilities)
      select 'person-' || n, 'person-' || n || '@people.example', 'none', 'Person ' || n, 'campaign-' || n % 500,
        case when n % 40 <> 0 then now() end, case when n % 200 = 0 then now() end,
        case when n % 11 <> 0 then now() - make_interval(hours => n / 2) end, now() - make_interval(mins => n),
        case when n % 5000 = 0 then '{user,admin}'::text[] else '{user}'::text[] end,
        case when n % 5000 = 0 then '{cloud}'::text[] else '{}'::text[] end
      from generate_series(1, ${ROWS}::int) n`)
    await db
      .insert(courses)
      .values({ slug: 'the-course', title: 'The course', level: 'beginner', price_amount: 0, estimated_hours: 1 })
    await db.execute(sql`insert into ${entitlements} (user_id, kind, course_id, source)
      select u.id, 'course', c.id, 'administrator' from users u, courses c where u.username like 'person-19_' or u.username like 'person-7__'`)
    await db.execute(sql`vacuum analyze users`)
    await db.execute(sql`vacuum analyze entitlements`)
  })
  afterAll(() => opened.close())

  /** Postgres's plan for this query. */
  async function planOf(query: SQL): Promise<string> {
    const { rows } = (await opened.db.execute(sql`explain ${query}`)) as unknown as { rows: { 'QUERY PLAN': string }[] }
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const scansUsers = (plan: string) => /Seq Scan on users/.test(plan)

  /** Explains the query that the list would have sent. */
  async function pagePlan(
    filter: Output<'userFilter'>,
    by: SortOf<'listUsers'>,
    descending: boolean,
    order = orderOf(userSource, { by, descending }),
  ): Promise<string> {
    const slice: ListSlice = {
      where: userSource.where(filter),
      order,
      from: 0,
      limit: 25,
      cursor: { cursor: sql<unknown[]>`null` },
    }
    return planOf(sql`${userSource.read(opened.db, slice) as unknown as SQL}`)
  }

  test.each(filters)('every sort of a page filtered by %s uses an index', async (_name, filter) => {
    for (const by of sorts)
      for (const descending of [false, true]) {
        const plan = await pagePlan(filter, by, descending)
        expect(scansUsers(plan), `${by} ${descending ? 'down' : 'up'}\n${plan}`).toBe(false)
      }
  })

  test.each(filters.filter(([name]) => !['nothing', 'role user', 'state active'].includes(name)))(
    'counting the rows filtered by %s uses an index',
    async (_name, filter) => {
      const counted = opened.db
        .select({ one: sql`1` })
        .from(users)
        .where(userSource.where(filter))
        .limit(EXACT_TO + 1)
      const plan = await planOf(sql`${counted as unknown as SQL}`)
      expect(scansUsers(plan), plan).toBe(false)
    },
  )

  test('beyond the exact count, each full page says that there is another, and the last page gives the total', async () => {
    const page = (from: number) =>
      listPage(opened.db, userSource, { filter: {}, sort: { by: 'created_at', descending: true }, from, limit: 25 })
    const [{ value: all } = { value: 0 }] = await opened.db.select({ value: sql<number>`count(*)::int` }).from(users)
    const full = await page(all - 26)
    expect([full.estimated, full.total > all - 1]).toEqual([true, true])
    expect(await page(all - 5)).toMatchObject({ total: all, estimated: false })
  })

  test('a search with few results uses its index and then sorts, wherever the results are in the order', async () => {
    for (const by of sorts) {
      const plans: string[] = []
      const planning = {
        async execute(query: SQL) {
          plans.push(await planOf(query))
          return opened.db.execute(query)
        },
      } as unknown as Db
      const direction = { descending: true }
      const where = inBothForms(() => userSource.where({ q: 'person-1999' }))
      const search = { q: 'person-1999', table: users, where, keys: userSource.keys[by], direction }
      const { total, slice } = await findMatches(planning, search, { from: 0, limit: 25 })
      expect(total).toBe(11)
      expect(plans).toEqual([expect.stringMatching(/Bitmap Index Scan on users_search/)])
      const page = { ...slice, cursor: { cursor: sql<unknown[]>`null` } }
      expect(await planOf(sql`${userSource.read(opened.db, page) as unknown as SQL}`)).not.toMatch(/Seq Scan on users/)
    }
  })

  test.each(sorts)('the next slice of an export by %s continues in the index', async (by) => {
    const keys: SQL[] = userSource.keys[by]
    const last = by === 'created_at' || by === 'last_seen_at' ? '2026-01-01T00:00:00.123456+00:00' : 'person-5'
    const values = keys.length > 1 ? sql`${last}, ${'00000000-0000-4000-8000-000000000000'}` : sql`${last}`
    const where = sql`${userSource.where({})} and (${sql.join(keys, sql`, `)}) > (${values})`
    const order = orderOf(userSource, { by, descending: false })
    const slice: ListSlice = { where, order, from: 0, limit: 1_000, cursor: { cursor: sql<unknown[]>`null` } }
    const plan = await planOf(sql`${userSource.read(opened.db, slice) as unknown as SQL}`)
    expect(plan).toMatch(/Index Cond: \(\(?ROW|Index Cond: \(\(?username|Index Cond: \(\(?lower/)
  })
})
