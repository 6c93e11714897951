import { and, asc, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, flagSolves, flags, flagTries, labs } from '../../db/schema/index.ts'
import { hasId } from '../../db/uuid.ts'
import { ApiError } from '../../errors.ts'

/** A lab's flag with its lab. Archived flags do not exist for learners. */
export async function findLabFlag(db: Db, id: string) {
  const [row] = await db
    .select({ flag: flags, lab: labs })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .where(and(hasId(flags.id, id), isNull(flags.archived_at)))
  if (!row) throw new ApiError('not_found', 'There is no such flag.')
  return row
}

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

/** Flags with this learner's progress, in one query. */
export function listFlagsWithProgress(
  db: Db,
  userId: string,
  selection: { labId: string } | { flagId: string } | 'solved',
) {
  const wrong = sql<number>`(select count(*)::int from ${flagTries} t where t.flag_id = ${flags.id} and t.user_id = ${userId} and not t.correct)`
  return db
    .select({ flag: flags, lab: labs.slug, solved_at: flagSolves.solved_at, earned: flagSolves.points, wrong })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(flagSolves, and(solve, eq(flagSolves.user_id, userId)))
    .where(
      and(
        selection === 'solved' ? sql`${flagSolves.id} is not null` : isNull(flags.archived_at),
        selection !== 'solved' && 'labId' in selection ? eq(flags.lab_id, selection.labId) : undefined,
        selection !== 'solved' && 'flagId' in selection ? eq(flags.id, selection.flagId) : undefined,
      ),
    )
    .orderBy(asc(labs.slug), asc(flags.position), desc(flags.id))
}

/**
 * Deployments whose dynamic flags currently count for this learner: the active one, and those that ended within a day.
 * Queued ones are included: a learner between two environments may still submit the flag of the former.
 */
export const listCountingDeployments = (db: Db, userId: string, labId: string) =>
  db
    .select({
      id: deployments.id,
      state: deployments.state,
      begun: sql<boolean>`${deployments.running_at} is not null`,
    })
    .from(deployments)
    .where(
      and(
        eq(deployments.user_id, userId),
        eq(deployments.lab_id, labId),
        isNull(deployments.attempt_id),
        or(isNull(deployments.ended_at), gt(deployments.ended_at, sql`now() - interval '24 hours'`)),
      ),
    )
    .orderBy(desc(deployments.created_at))

/** Whether the learner has ever had this lab running; before that no flag is accepted. */
export async function hasDeployed(db: Db, userId: string, labId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(
        eq(deployments.user_id, userId),
        eq(deployments.lab_id, labId),
        isNull(deployments.attempt_id),
        sql`${deployments.running_at} is not null`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Other learners' recent deployments of the lab, newest first: their dynamic flags may have been passed on. */
export const listDeploymentsOfOthers = (db: Db, userId: string, labId: string) =>
  db
    .select({ id: deployments.id, user_id: deployments.user_id })
    .from(deployments)
    .where(
      and(
        eq(deployments.lab_id, labId),
        ne(deployments.user_id, userId),
        sql`${deployments.running_at} > now() - interval '90 days'`,
      ),
    )
    .orderBy(desc(deployments.running_at))
    .limit(5_000)
