import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts, exams, incidents } from '../../../../db/schema/index.ts'
import { columnsOf, firstRow, hasId, oneRow } from '../../../../db/sql.ts'

type IncidentRow = typeof incidents.$inferSelect
type IncidentState = 'planned' | 'open' | 'ended'

const now = sql`now()`
const states: Record<IncidentState, SQL | undefined> = {
  planned: gt(incidents.from_at, now),
  open: and(lte(incidents.from_at, now), or(isNull(incidents.until_at), gt(incidents.until_at, now))),
  ended: lte(incidents.until_at, now),
}

/** Number of clocks that the incident currently stops: the rule of `stopsOf`, for all attempts in one query. */
const stoppedClocks = sql<number>`(select count(*)::int from (
  select l.attempt_id, count(*) filter (where l.kind = 'stop') - count(*) filter (where l.kind = 'resume') as held
  from exam_ledger l join exam_attempts a on a.id = l.attempt_id and a.state = 'active'
  where l.incident_id = ${incidents.id} and l.kind in ('stop', 'resume')
    and l.position > coalesce((select max(s.position) from exam_ledger s
      where s.attempt_id = l.attempt_id and s.kind in ('start', 'reschedule', 'restored')), 0)
  group by l.attempt_id) h where h.held > 0)`

const columns = {
  ...columnsOf(incidents, 'id', 'title', 'cloud', 'region'),
  exam: exams.slug,
  exam_title: exams.title,
  ...columnsOf(incidents, 'from_at', 'until_at'),
  state: sql<IncidentState>`case when ${states.ended} then 'ended' when ${states.planned} then 'planned' else 'open' end`,
  created_at: incidents.created_at,
  touched: sql<number>`(select count(distinct l.attempt_id)::int from exam_ledger l where l.incident_id = ${incidents.id})`,
  standing: stoppedClocks,
  version: incidents.version,
}

export const incidentSource = {
  table: incidents,
  id: sql`${incidents.id}::text`,
  where: ({ id, state }) => and(id && isAmongUuids(incidents.id, id), state && states[state]),
  keys: { from_at: [sql`${incidents.from_at}`, sql`${incidents.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({ ...columns, ...slice.cursor })
        .from(incidents)
        .leftJoin(exams, eq(exams.id, incidents.exam_id)),
      slice,
    ),
} satisfies ListSourceOf<'listExamIncidents'>

export async function findIncident(db: Db, id: string) {
  const [row] = await db
    .select(columns)
    .from(incidents)
    .leftJoin(exams, eq(exams.id, incidents.exam_id))
    .where(hasId(incidents.id, id))
  return row
}

export const listOpenIncidents = (db: Db) =>
  db
    .select({ id: incidents.id, title: incidents.title, standing: stoppedClocks })
    .from(incidents)
    .leftJoin(exams, eq(exams.id, incidents.exam_id))
    .where(states.open)
    .orderBy(asc(incidents.from_at))
    .limit(20)

export const lockIncident = (tx: Db, id: string): Promise<IncidentRow | undefined> =>
  firstRow(tx.select().from(incidents).where(hasId(incidents.id, id)).for('update'))

export async function insertIncident(tx: Db, values: typeof incidents.$inferInsert): Promise<string> {
  const row = await oneRow(tx.insert(incidents).values(values).returning({ id: incidents.id }))
  return row.id
}

export async function updateIncident(
  tx: Db,
  id: string,
  change: Partial<Pick<IncidentRow, 'title' | 'from_at' | 'until_at'>>,
): Promise<void> {
  await tx
    .update(incidents)
    .set({ ...change, updated_at: now, version: sql`${incidents.version} + 1` })
    .where(eq(incidents.id, id))
}

export async function listTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: incidents.id, title: incidents.title })
    .from(incidents)
    .where(inArray(incidents.id, ids))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Regions that have accounts in use. Retired accounts do not count. */
export const listCloudRegions = (db: Db) =>
  db
    .selectDistinct({ cloud: cloudAccounts.cloud, region: cloudAccounts.region })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), ne(cloudAccounts.region, '')))
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.region))
    .limit(500)
