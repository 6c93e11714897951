import { asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { listMigrations } from '../../../db/migrations.ts'
import type { Db } from '../../../db/open.ts'
import { isNotLoaded } from '../../../db/pg-errors.ts'
import { alarms, processes } from '../../../db/schema/index.ts'

/** Seconds between two heartbeats of a process. */
export const HEARTBEAT_SECONDS = 10
const MISSED_HEARTBEATS = 3

type ProcessRow = typeof processes.$inferInsert

/** Also inserts the row again if it expired while the process was suspended. */
export async function saveHeartbeat(db: Db, row: ProcessRow): Promise<void> {
  const { memory_bytes, event_loop_delay_ms } = row
  await db
    .insert(processes)
    .values(row)
    .onConflictDoUpdate({ target: processes.id, set: { beat_at: sql`now()`, memory_bytes, event_loop_delay_ms } })
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.delete(processes).where(eq(processes.id, id))
}

/** For the embedded database, which only one process can use: other rows are of processes that crashed. */
export async function deleteAllProcesses(db: Db): Promise<void> {
  await db.delete(processes)
}

/** Processes of the last day, those that respond first. */
export function listProcesses(db: Db) {
  const secondsUntilMissed = HEARTBEAT_SECONDS * MISSED_HEARTBEATS
  const isResponding = sql<boolean>`${processes.beat_at} >= now() - make_interval(secs => ${secondsUntilMissed}::int)`
  return db
    .select({ ...getTableColumns(processes), is_responding: isResponding })
    .from(processes)
    .where(sql`${processes.beat_at} > now() - interval '1 day'`)
    .orderBy(desc(isResponding), asc(processes.started_at), asc(processes.id))
    .limit(50)
}

/** Newest migration of the database. Null if this release does not know it, because a newer one has migrated the database. */
export async function findNewestMigration(db: Db): Promise<string | null> {
  const { rows } = (await db.execute(
    sql`select max(created_at)::float8 as created_at from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { created_at: number }[] }
  return listMigrations().find(({ at }) => at === rows[0]?.created_at)?.name ?? null
}

export const countOpenAlarms = (db: Db): Promise<number> =>
  db.$count(alarms, sql`${isNull(alarms.ended_at)} and coalesce(${alarms.muted_until} <= now(), true)`)

const LISTED_TABLES = 10

/** Size of the database, and its largest tables with their indexes. */
export async function readSizes(db: Db) {
  const { rows } = (await db.execute(sql`
    select pg_database_size(current_database())::float8 as bytes, (
      select json_agg(t) from (
        select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
          coalesce(pg_total_relation_size(c.oid), 0) as bytes, nullif(c.reltuples, -1)::bigint as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'
        order by 2 desc limit ${LISTED_TABLES}::int) t) as tables`)) as unknown as { rows: Sizes[] }
  return rows[0] ?? { bytes: 0, tables: [] }
}

interface Sizes {
  bytes: number
  tables: { name: string; bytes: number; rows: number | null }[]
}

const LISTED_STATEMENTS = 10

/** Statements and open transactions of more than a second, and all that wait for a lock, longest first. */
export async function listRunning(db: Db) {
  const { rows } = (await db.execute(sql`
    select pid, state, pids as blocked_by, (extract(epoch from since) * 1000)::float8 as since, left(query, 2000) as text
    from pg_stat_activity,
      lateral (select case when state = 'active' then query_start else xact_start end as since,
        case when wait_event_type = 'Lock' then pg_blocking_pids(pid) else '{}' end as pids) s
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state in ('active', 'idle in transaction', 'idle in transaction (aborted)')
      and (since < clock_timestamp() - interval '1 second' or cardinality(pids) > 0)
    order by since limit ${LISTED_STATEMENTS}::int`)) as unknown as { rows: Running[] }
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }))
}

interface Running {
  pid: number
  state: string
  blocked_by: number[]
  since: number
  text: string
}

/** Statements with the highest total time. Null if pg_stat_statements is not installed, or not loaded by the server. */
export async function listSlowest(db: Db): Promise<Slow[] | null> {
  const { rows: found } = (await db.execute(sql`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements'`)) as unknown as { rows: { schema: string }[] }
  if (!found[0]) return null
  const figures = sql`
    select left(query, 2000) as text, calls::float8 as calls, mean_exec_time as mean_ms, total_exec_time as total_ms
    from ${sql.identifier(found[0].schema)}.pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and query ~* '^\s*(select|insert|update|delete|with)'
    order by total_exec_time desc limit ${LISTED_STATEMENTS}::int`
  try {
    return ((await db.execute(figures)) as unknown as { rows: Slow[] }).rows
  } catch (error) {
    if (isNotLoaded(error)) return null
    throw error
  }
}

interface Slow {
  text: string
  calls: number
  mean_ms: number
  total_ms: number
}
