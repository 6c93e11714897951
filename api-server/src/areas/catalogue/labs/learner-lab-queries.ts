import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { labAccess } from '../../../db/schema/index.ts'

export type LearnerLab = typeof labAccess.$inferSelect

const learnerLab = (userId: string, labId: string) => and(eq(labAccess.user_id, userId), eq(labAccess.lab_id, labId))

/**
 * Use of a lab by a learner: the end of its access period, resets, downloads and extra data. `correct` sets what support may change and bumps the
 * version. The caller has checked the learner's access to the lab.
 */
export const learnerLabs = {
  find: findLearnerLab,
  lock: lockLearnerLab,
  correct: correctLearnerLab,
  startClock: startLabClock,
  consumeReset,
  returnReset,
  countDownload,
  saveExtraData,
  clearExtraData,
}

/** The learner's access row of a lab. `is_over`: its access period has ended, by the database's clock. */
async function findLearnerLab(
  db: Db,
  userId: string,
  labId: string,
): Promise<(LearnerLab & { is_over: boolean }) | undefined> {
  const [row] = await db
    .select({ access: labAccess, is_over: sql<boolean>`coalesce(${labAccess.access_ends_at} <= now(), false)` })
    .from(labAccess)
    .where(learnerLab(userId, labId))
  return row && { ...row.access, is_over: row.is_over }
}

/** Starts the lab's clock at its first deployment; later deployments do not move it. */
async function startLabClock(tx: Db, userId: string, labId: string, days: number | null): Promise<void> {
  const clock = {
    first_deployed_at: sql`now()`,
    access_ends_at: days === null ? null : sql`now() + make_interval(days => ${days}::int)`,
  }
  await tx
    .insert(labAccess)
    .values({ user_id: userId, lab_id: labId, ...clock })
    .onConflictDoUpdate({
      target: [labAccess.user_id, labAccess.lab_id],
      set: clock,
      setWhere: sql`${labAccess.first_deployed_at} is null`,
    })
}

/** Consumes one of the learner's resets. Returns false if none is left. Safe for concurrent calls. */
async function consumeReset(tx: Db, userId: string, labId: string, max: number): Promise<boolean> {
  await tx.insert(labAccess).values({ user_id: userId, lab_id: labId }).onConflictDoNothing()
  const rows = await tx
    .update(labAccess)
    .set({ resets_used: sql`${labAccess.resets_used} + 1` })
    .where(and(learnerLab(userId, labId), sql`${labAccess.resets_used} < ${max}`))
    .returning({ used: labAccess.resets_used })
  return rows.length > 0
}

async function returnReset(tx: Db, userId: string, labId: string): Promise<void> {
  await tx
    .update(labAccess)
    .set({ resets_used: sql`greatest(0, ${labAccess.resets_used} - 1)` })
    .where(learnerLab(userId, labId))
}

/** Counts one download. Returns false if none is left. `max` is the lab's default limit. Safe for concurrent calls. */
async function countDownload(tx: Db, userId: string, labId: string, max: number): Promise<boolean> {
  await tx.insert(labAccess).values({ user_id: userId, lab_id: labId }).onConflictDoNothing()
  const rows = await tx
    .update(labAccess)
    .set({ downloads_used: sql`${labAccess.downloads_used} + 1` })
    .where(
      and(
        learnerLab(userId, labId),
        sql`${labAccess.downloads_used} < coalesce(${labAccess.download_limit}, ${max}::int)`,
      ),
    )
    .returning({ used: labAccess.downloads_used })
  return rows.length > 0
}

/** Number of downloads that the learner has left. Support may have changed the limit for them. */
export const downloadsLeft = (lab: { download_limit: number }, learnerLab: LearnerLab | undefined): number =>
  Math.max(0, (learnerLab?.download_limit ?? lab.download_limit) - (learnerLab?.downloads_used ?? 0))

type Correction = Partial<Pick<LearnerLab, 'access_ends_at' | 'download_limit' | 'resets_used'>>

/** Locks a learner's access row of a lab until the transaction ends. Creates it if it does not exist. */
async function lockLearnerLab(tx: Db, userId: string, labId: string): Promise<LearnerLab> {
  await tx.insert(labAccess).values({ user_id: userId, lab_id: labId }).onConflictDoNothing()
  const [row] = await tx.select().from(labAccess).where(learnerLab(userId, labId)).for('update')
  if (!row) throw new Error('The insert made no row')
  return row
}

async function correctLearnerLab(tx: Db, userId: string, labId: string, change: Correction): Promise<void> {
  await tx
    .update(labAccess)
    .set({ ...change, version: sql`${labAccess.version} + 1` })
    .where(learnerLab(userId, labId))
}

async function saveExtraData(tx: Db, userId: string, labId: string, values: Record<string, string>) {
  const set = { extra_data: values, extra_data_at: sql`now()` }
  await tx
    .insert(labAccess)
    .values({ user_id: userId, lab_id: labId, ...set })
    .onConflictDoUpdate({ target: [labAccess.user_id, labAccess.lab_id], set })
}

async function clearExtraData(tx: Db, userId: string, labId: string): Promise<void> {
  await tx.update(labAccess).set({ extra_data: {}, extra_data_at: null }).where(learnerLab(userId, labId))
}
