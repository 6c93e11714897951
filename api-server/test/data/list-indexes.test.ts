import type { ListName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyList, orderOf } from '../../src/db/lists/list-source.ts'
import type { Db, OpenedDatabase } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeCourse, makeExam, makeLab } from '../catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../database.ts'

/**
 * Sorts and filters without an index, each with the reason. Every other one must have an index. Postgres avoids scans
 * and sorts in this test: if a plan still contains one, no index can serve it at any table size.
 */
const exempt: Record<string, string> = {
  'listBannersForAdmin state': 'a handful of banners',
  'listWebhooks state': 'at most twenty webhooks',
  'listCoursesForAdmin level': 'catalogues are written by hand and therefore small',
  'listLabsForAdmin cloud': 'catalogues are written by hand and therefore small',
  'listLabsForAdmin difficulty': 'catalogues are written by hand and therefore small',
  'listExamsForAdmin cloud': 'catalogues are written by hand and therefore small',
  'listFeedbackForms archived': 'forms are written by hand and therefore few',
  'listFeedbackResponses form_version': 'only used together with a form, which has an index',
  'listFeedbackAnswers kind': 'each kind has many answers, so the index of the sort order is scanned',
  'listFeedbackAnswers may_quote': 'many answers allow it, so the index of the sort order is scanned',
  'listUsers role=user': 'every account has it, so the index of the sort order is scanned',
  'listEntitlements state=open': 'most rows are open, so the index of the sort order is scanned',
  'listEntitlements state=not_yet': 'almost every entitlement starts immediately',
  'listCourseUsers source': 'the index of one course is scanned',
  'listCourseUsers state': 'the index of one course is scanned',
  'listIncidentCandidates by scheduled_at': 'one incident has few candidates',
  'listUserProgress by last_seen_at': 'one account has at most one row per course',
}

/** Planning about two hundred queries takes this long. */
const MINUTE = 60_000

interface Plan {
  'Node Type': string
  'Parent Relationship'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
interface Index {
  keys: string[]
  predicate: string | null
}

describeOnPostgres('the indexes of all lists', () => {
  let app: TestApp
  let client: pg.Client
  let asked: { text: string; values: unknown[] }[] = []
  let db: Db
  const indexes = new Map<string, Index>()

  beforeAll(async () => {
    const opened: OpenedDatabase & { url: string } = await openTestPostgres()
    app = await startTestApp({ database: opened })
    await app.idOf('learner')
    await makeCourse(app.deps.db, 'course')
    await makeLab(app.deps.db, 'course')
    await makeExam(app.deps.db, 'course')
    client = new pg.Client(opened.url)
    await client.connect()
    // With fewer rows, Postgres would scan the accounts of one cloud instead of looking up each id.
    await client.query(`insert into cloud_accounts (cloud, account_id, name, region)
      select (array['aws', 'azure', 'gcp'])[1 + n % 3], 'account-' || n, 'Account ' || n, 'eu-central-1' from generate_series(1, 3000) n`)
    await client.query('analyze cloud_accounts')
    const logger = { logQuery: (text: string, values: unknown[]) => asked.push({ text, values }) }
    db = drizzle(client, { schema, logger }) as unknown as Db
    for (const way of ['seqscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'])
      await client.query(`set enable_${way} = off`)
    const { rows } = await client.query(`select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate,
        array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts::int) n) as keys
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'public'`)
    for (const { name, ...index } of rows) indexes.set(name, index)
  })
  afterAll(async () => {
    await client.end()
    await app.close()
  })

  /** Plan of the first query that `send` runs. */
  async function planOf(send: () => PromiseLike<unknown>): Promise<Plan> {
    asked = []
    await send()
    const [{ text, values } = { text: '', values: [] }] = asked
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    return rows[0]['QUERY PLAN'][0].Plan
  }

  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  /** Nodes of a plan without the subqueries that run for each row. */
  const spineOf = (plan: Plan): Plan[] => [
    plan,
    ...(plan.Plans ?? []).filter((one) => !/SubPlan|InitPlan/.test(one['Parent Relationship'] ?? '')).flatMap(spineOf),
  ]

  /**
   * Columns by which the plan finds rows of the table: the leading index keys with a condition, and the columns in the
   * predicates of partial indexes.
   */
  function foundBy(plan: Plan, table: PgTable): Set<string> {
    const own = indexNamesOf(table)
    return new Set(
      nodesOf(plan).flatMap((node) => {
        const index = indexes.get(node['Index Name'] ?? '')
        if (!index || !own.includes(node['Index Name'] ?? '')) return []
        const stops = index.keys.findIndex((key) => !mentions(node['Index Cond'] ?? '', key))
        return [...index.keys.slice(0, stops === -1 ? undefined : stops), ...columnsOf(index.predicate)]
      }),
    )
  }
  const namesByTable = new Map<string, string[]>()
  const constraints = new Set<string>()
  const indexNamesOf = (table: PgTable) => namesByTable.get(getTableConfig(table).name) ?? []
  beforeAll(async () => {
    const { rows } = await client.query(`select tablename, indexname from pg_indexes where schemaname = 'public'`)
    for (const { tablename, indexname } of rows)
      namesByTable.set(tablename, [...(namesByTable.get(tablename) ?? []), indexname])
    const named = await client.query('select conname from pg_constraint')
    for (const { conname } of named.rows) constraints.add(conname)
  })

  /** Query of the list with its required filters and the scope of its path. */
  async function baseOf(name: ListName, list: AnyList) {
    const scope = await list.scope?.(db, { username: 'learner', slug: 'course' })
    const required = Object.entries(filtersOf(name)).filter(([, field]) => !field.safeParse(undefined).success)
    const filter = Object.fromEntries(required.map(([name, field]) => [name, valuesOf(field)[0]]))
    return { scope, filter }
  }
  const counting = (list: AnyList, scope: SQL | undefined, filter: object) => {
    const where = sql.join(
      [scope, list.source.where(filter)].filter((one) => one !== undefined),
      sql` and `,
    )
    return db
      .select({ one: sql`1` })
      .from(list.source.table)
      .where(where.queryChunks.length > 0 ? where : undefined)
  }

  /**
   * Whether an index finds the rows by more columns than `before`. In an empty table all indexes cost the same, so
   * indexes that do not help are dropped one after another.
   */
  async function isServed(table: PgTable, query: PromiseLike<unknown>, before: Set<string>): Promise<boolean> {
    await client.query('begin')
    try {
      for (;;) {
        const plan = await planOf(() => query)
        if ([...foundBy(plan, table)].some((key) => !before.has(key))) return true
        const used = nodesOf(plan).map((node) => node['Index Name'] ?? '')
        const idle = indexNamesOf(table).find((name) => used.includes(name))
        if (!idle) return false
        await client.query(
          constraints.has(idle)
            ? `alter table ${getTableConfig(table).name} drop constraint ${idle} cascade`
            : `drop index ${idle}`,
        )
      }
    } finally {
      await client.query('rollback')
    }
  }

  test('finds lists to check', () => {
    expect(app.app.lists.size).toBeGreaterThan(20)
  })

  test('every sort uses an index, in both directions', { timeout: MINUTE }, async () => {
    const missing: string[] = []
    await client.query('set enable_bitmapscan = off')
    for (const [name, list] of app.app.lists) {
      const { scope, filter } = await baseOf(name, list)
      for (const by of sortsOf(name)) {
        if (exempt[`${name} by ${by}`]) continue
        for (const descending of [false, true]) {
          const where = sql.join(
            [scope, list.source.where(filter)].filter((one) => one !== undefined),
            sql` and `,
          )
          const order = orderOf(list.source, { by, descending })
          const part = { order, from: 0, limit: 25, cursor: { cursor: sql<unknown[]>`null` } }
          const plan = await planOf(() =>
            list.source.read(db, { ...part, where: where.queryChunks.length > 0 ? where : undefined }),
          )
          const sorts = spineOf(plan).some((node) => node['Node Type'].includes('Sort'))
          const strays = scope && foundBy(plan, list.source.table).size === 0
          if (sorts || strays) missing.push(`${name} by ${by} ${descending ? 'down' : 'up'}`)
        }
      }
    }
    expect(missing).toEqual([])
  })

  test('every filter uses an index', { timeout: MINUTE }, async () => {
    const missing: string[] = []
    await client.query('set enable_bitmapscan = on')
    for (const [name, list] of app.app.lists) {
      const { scope, filter } = await baseOf(name, list)
      const base = counting(list, scope, filter)
      const baseSql = base.toSQL().sql
      const before = foundBy(await planOf(() => base), list.source.table)
      for (const [key, field] of Object.entries(filtersOf(name)))
        for (const value of valuesOf(field)) {
          if (exempt[`${name} ${key}`] || exempt[`${name} ${key}=${value}`] || key in filter) continue
          const narrowed = counting(list, scope, { ...filter, [key]: value })
          if (narrowed.toSQL().sql === baseSql) continue
          if (!(await isServed(list.source.table, narrowed, before))) missing.push(`${name} ${key}=${value}`)
        }
    }
    expect(missing).toEqual([])
  })
})

const sortsOf = (name: ListName): readonly string[] => adminOperations[name].list.sorts
const filtersOf = (name: ListName) =>
  (schemaOf(adminOperations[name].list.filter) as z.ZodObject<Record<string, z.ZodType>>).shape

const uuid = '00000000-0000-4000-8000-000000000000'

/** Accepted values of the field: all values of an enum, otherwise a few examples. */
const valuesOf = (field: z.ZodType): unknown[] => acceptedBy(field).map((one) => field.parse(one))

function acceptedBy(field: z.ZodType): unknown[] {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field
  if (inner instanceof z.ZodEnum) return inner.options
  const fitting = ['zq', uuid, '2026-01-01T00:00:00Z', 7, true, [uuid, 'abc']].filter(
    (one) => field.safeParse(one).success,
  )
  const words = inner instanceof z.ZodUnion ? inner.options.flatMap((one) => acceptedBy(one as z.ZodType)) : []
  return words.length > 0 ? words : fitting[0] === 'zq' ? ['zq', 'three'] : fitting.slice(0, 1)
}

/** Whether the text, as Postgres prints it, contains the column or the expression. */
const mentions = (text: string, key: string) =>
  /^\w+$/.test(key) ? new RegExp(`(?<!\\w)${key}(?!\\w)`).test(text) : plain(text).includes(plain(key))
const plain = (text: string) => text.replace(/\w+\./g, '').replace(/[()\s"]/g, '')

const columnsOf = (predicate: string | null) =>
  (predicate ?? '')
    .replace(/'[^']*'/g, '')
    .match(/\b[a-z_]+\b/g)
    ?.filter((word) => !/^(?:is|not|null|and|or|any|array|text)$/i.test(word)) ?? []
