import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { backupRuns } from '../../../../db/schema/index.ts'
import type { Runs } from './schedule.ts'

export type BackupRun = typeof backupRuns.$inferSelect
type Kind = BackupRun['kind']

/** The latest run and the latest successful one of each kind, and the failures since. */
export async function findRuns(db: Db): Promise<Record<Kind, Runs<BackupRun>>> {
  const isGood = sql<boolean>`${backupRuns.state} = 'done'`
  const latest = await db
    .selectDistinctOn([backupRuns.kind, isGood])
    .from(backupRuns)
    .orderBy(backupRuns.kind, isGood, desc(backupRuns.started_at))
  const { rows: failed } = (await db.execute(
    sql`select kind, count(*)::int as count from backup_runs r where state = 'failed' and started_at > coalesce(
      (select max(g.started_at) from backup_runs g where g.kind = r.kind and g.state = 'done'), '-infinity') group by kind`,
  )) as unknown as { rows: { kind: Kind; count: number }[] }
  const of = (kind: Kind): Runs<BackupRun> => {
    const runs = latest
      .filter((run) => run.kind === kind)
      .sort((a, b) => b.started_at.getTime() - a.started_at.getTime())
    return {
      last: runs[0] ?? null,
      good: runs.find(({ state }) => state === 'done') ?? null,
      failures: failed.find((one) => one.kind === kind)?.count ?? 0,
    }
  }
  return { backup: of('backup'), drill: of('drill') }
}

/** Only one run of a kind is active, so one that still counts as running has lost its process. */
export async function failInterrupted(db: Db, kind: Kind): Promise<void> {
  await db
    .update(backupRuns)
    .set({ state: 'failed', ended_at: sql`now()`, error: 'The worker process ended before it was done.' })
    .where(and(eq(backupRuns.kind, kind), eq(backupRuns.state, 'running')))
}

export async function insertRun(db: Db, row: Pick<BackupRun, 'kind' | 'name' | 'started_at'>): Promise<string> {
  const [run] = await db.insert(backupRuns).values(row).returning({ id: backupRuns.id })
  if (!run) throw new Error('An insert returned no row')
  return run.id
}

export async function endRun(db: Db, id: string, result: Partial<BackupRun> & Pick<BackupRun, 'state'>): Promise<void> {
  await db.update(backupRuns).set(result).where(eq(backupRuns.id, id))
}

export async function deleteRun(db: Db, id: string): Promise<void> {
  await db.delete(backupRuns).where(eq(backupRuns.id, id))
}
