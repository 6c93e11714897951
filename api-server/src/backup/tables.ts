import { getConstructionPlans } from 'pg-boss'
import type { Query } from '../db/migrations.ts'

/** Tables of the job queue with lasting contents. The others are statistics, which the queue computes again. */
const JOB_TABLES = ['queue', 'job_common', 'schedule', 'subscription', 'job_dependency']

/** Tables to back up, with the columns that can be written: all but heartbeats of processes. Names are quoted for SQL. */
export async function listTables(query: Query): Promise<{ table: string; columns: string }[]> {
  const { rows } = await query(
    `select format('%I.%I', n.nspname, c.relname) as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relname <> 'processes' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'drizzle')
       and (n.nspname <> 'jobs' or c.relname = any ($1::text[]))
     group by n.nspname, c.relname order by n.nspname = 'jobs', 1`,
    [JOB_TABLES],
  )
  return rows as { table: string; columns: string }[]
}

export async function listSequences(query: Query): Promise<{ sequence: string; last_value: string | null }[]> {
  const { rows } = await query(
    `select format('%I.%I', schemaname, sequencename) as sequence, last_value::text from pg_sequences
     where schemaname not in ('drizzle', 'jobs') order by 1`,
  )
  return rows as { sequence: string; last_value: string | null }[]
}

export async function readJobsVersion(query: Query): Promise<number | null> {
  const { rows } = await query(`select to_regclass('jobs.version') is not null as found`)
  if (!rows[0]?.found) return null
  return Number((await query('select version from jobs.version')).rows[0]?.version)
}

/** Creates the tables of the job queue in the caller's transaction. */
export const createJobTables = (query: Query) =>
  query(getConstructionPlans('jobs').replaceAll(/^\s*(BEGIN|COMMIT|SET LOCAL [^;]+);$/gm, ''))

/**
 * Empties the tables and turns off their triggers and foreign keys, which would see half of the rows, until the returned function is called. It
 * adds the keys again, which checks every row.
 */
export async function openForLoading(query: Query, tables: { table: string }[]): Promise<() => Promise<void>> {
  const { rows } = await query(
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`,
  )
  for (const key of rows) await query(String(key.drop))
  for (const { table } of tables) await query(`alter table ${table} disable trigger user`)
  await query(`truncate ${tables.map(({ table }) => table).join(', ')}`)
  return async () => {
    for (const { table } of tables) await query(`alter table ${table} enable trigger user`)
    for (const key of rows) await query(String(key.add))
  }
}
