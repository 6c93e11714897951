import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments } from '../../../db/schema/index.ts'
import type { LabRow } from '../../catalogue/labs/service.ts'
import { type DeploymentRow, recordEvent } from './queries.ts'

/** Extends a running lab in the last part of its time; undefined if any condition is not met. */
export async function extend(
  tx: Db,
  id: string,
  { extensions, extension_minutes }: Pick<LabRow, 'extensions' | 'extension_minutes'>,
  lastPartSeconds: number,
): Promise<DeploymentRow | undefined> {
  const [row] = await tx
    .update(deployments)
    .set({
      ends_at: sql`least(${deployments.ends_at} + make_interval(mins => ${extension_minutes}::int), ${deployments.hard_deadline_at})`,
      extensions_used: sql`${deployments.extensions_used} + 1`,
      warned_minutes: null,
      version: sql`${deployments.version} + 1`,
    })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, 'running'),
        sql`${deployments.extensions_used} < ${extensions}`,
        sql`${deployments.ends_at} > now()`,
        sql`${deployments.ends_at} - make_interval(secs => ${lastPartSeconds}::int) <= now()`,
        sql`${deployments.ends_at} < ${deployments.hard_deadline_at}`,
      ),
    )
    .returning()
  if (row) await recordEvent(tx, id, 'extended', { ends_at: row.ends_at })
  return row
}

/** Locks a running deployment until the transaction ends and returns its remaining seconds. */
export async function lockRunning(tx: Db, id: string): Promise<{ seconds_left: number } | undefined> {
  const [row] = await tx
    .select({ seconds_left: sql<number>`greatest(60, extract(epoch from ${deployments.ends_at} - now()))::int` })
    .from(deployments)
    .where(and(eq(deployments.id, id), eq(deployments.state, 'running'), sql`${deployments.ends_at} > now()`))
    .for('update')
  return row
}

export async function hasUnended(db: Db): Promise<boolean> {
  const states = ['queued', 'held', 'provisioning', 'running', 'ending'] as const
  const rows = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(inArray(deployments.state, states))
    .limit(1)
  return rows.length > 0
}

export const listExpired = (db: Db) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.state, 'running'), sql`${deployments.ends_at} <= now()`))
    .orderBy(asc(deployments.ends_at))
    .limit(200)

/** Checked again in the statement that ends the deployment, because it may have been extended since. */
export const isPastEnd = sql`${deployments.ends_at} <= now()`

const isUnwarned = (minutes: number) =>
  or(isNull(deployments.warned_minutes), sql`${deployments.warned_minutes} > ${minutes}`)

/** Running deployments that are due for this warning and have not had it. `next` is the following warning, in minutes. */
export async function listUnwarned(db: Db, minutes: number, next: number): Promise<string[]> {
  const due = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        eq(deployments.state, 'running'),
        sql`${deployments.ends_at} <= now() + make_interval(mins => ${minutes}::int)`,
        sql`${deployments.ends_at} > now() + make_interval(mins => ${next}::int)`,
        isUnwarned(minutes),
      ),
    )
    .limit(500)
  return due.map(({ id }) => id)
}

/**
 * Records the warning and notifies the page; false if another process was faster, or the lab was extended or ended meanwhile. `endsAt` is the end
 * that the warning is about.
 */
export async function markWarned(tx: Db, id: string, minutes: number, endsAt: Date | null): Promise<boolean> {
  const [row] = await tx
    .update(deployments)
    .set({ warned_minutes: minutes })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.state, 'running'),
        isUnwarned(minutes),
        endsAt === null
          ? undefined
          : sql`date_trunc('milliseconds', ${deployments.ends_at}) = ${endsAt.toISOString()}::timestamptz`,
      ),
    )
    .returning({ id: deployments.id })
  if (row) await recordEvent(tx, id, 'warning', { minutes })
  return row !== undefined
}
