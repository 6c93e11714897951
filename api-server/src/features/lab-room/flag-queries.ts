import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead, prepared } from '../../db/prepared.ts'
import { deployments, flagSolves, flags, flagTries, labs } from '../../db/schema/index.ts'
import { hasId, toId } from '../../db/uuid.ts'
import { ApiError } from '../../errors.ts'
import { type CallAttempts, type CallLimits, countingCall } from '../../limits/queries.ts'
import { isLabOpen } from '../entitlements/access-sql.ts'
import type { FlagRow } from '../flags/service.ts'

/** A lab's flag with its lab. Archived flags do not exist for learners. */
export async function findLabFlag(db: Db, id: string) {
  const [row] = await db
    .select({ flag: flags, lab: labs })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .where(and(hasId(flags.id, id), isNull(flags.archived_at)))
  if (!row) throw flagNotFound()
  return row
}

export const flagNotFound = () => new ApiError('not_found', 'There is no such flag.')

/** What a test run may try, in order. */
export const listTestableFlags = (db: Db, labId: string) =>
  db
    .select({ id: flags.id, title: flags.title, question: flags.question, type: flags.type })
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

/** Flags with this learner's progress. */
function selectFlags(db: Db, which: SQL | undefined) {
  const userId = sql`${sql.placeholder('userId')}::uuid`
  const wrong = sql<number>`(select count(*)::int from ${flagTries} t where t.flag_id = ${flags.id} and t.user_id = ${userId} and not t.correct)`
  return db
    .select({ flag: flags, lab: labs.slug, solved_at: flagSolves.solved_at, earned: flagSolves.points, wrong })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(flagSolves, and(solve, eq(flagSolves.user_id, userId)))
    .where(which)
    .orderBy(asc(labs.slug), asc(flags.position), desc(flags.id))
}

export type FlagWithProgress = Awaited<ReturnType<typeof selectFlags>>[number]

export const listFlagsOfLab = (db: Db, userId: string, lab: string) => ofLab(db, { userId, lab })
const ofLab = pipelinedRead('list_flags_of_lab', (db) =>
  selectFlags(db, and(eq(labs.slug, sql.placeholder('lab')), isNull(flags.archived_at))),
)

/** Archived ones too: what was solved stays solved. */
export const listSolvedFlags = (db: Db, userId: string) => solved(db, { userId })
const solved = pipelinedRead('list_solved_flags', (db) => selectFlags(db, isNotNull(flagSolves.id)))

export async function findFlagWithProgress(db: Db, userId: string, flagId: string): Promise<FlagWithProgress> {
  const [row] = await byId(db, { userId, flagId })
  if (!row) throw flagNotFound()
  return row
}
const byId = pipelinedRead('find_flag_with_progress', (db) =>
  selectFlags(db, and(eq(flags.id, sql.placeholder('flagId')), isNull(flags.archived_at))),
)

/** A deployment whose dynamic flags count for a learner. */
interface CountingDeployment {
  id: string
  state: string
  begun: boolean
}

/** A flag with all that decides about a value for it. */
export type TriedFlag = CallAttempts & {
  /** Null when there is no such flag, or it is archived or an exam's. */
  tried: {
    flag: FlagRow
    lab: string
    solved_at: Date | null
    earned: number | null
    /**
     * The active deployment, and those that ended within a day, newest first. Queued ones are included: a learner between two environments may
     * still submit the flag of the former.
     */
    deployments: CountingDeployment[]
    /** Whether the learner has ever had this lab running; before that no flag is accepted. */
    has_deployed: boolean
    is_open: boolean
  } | null
}

/** Counts a call and reads the flag that it is about. */
export async function countFlagCall(
  db: Db,
  limits: CallLimits,
  { user, params: { id = '' } }: { user: { id: string }; params: Record<string, string> },
): Promise<TriedFlag> {
  const [row] = await flagCall(db).execute({ ...limits, userId: user.id, flagId: toId(id) })
  if (!row) throw new Error('The upsert returned no row')
  const { account, address, flag, lab, deployments, ...facts } = row
  return { account, address, tried: flag && lab !== null ? { flag, lab, deployments, ...facts } : null }
}

const flagCall = prepared((db) => {
  const { account, address, columns } = countingCall(db)
  const userId = sql`${sql.placeholder('userId')}::uuid`
  const mine = and(
    eq(deployments.user_id, userId),
    eq(deployments.lab_id, flags.lab_id),
    isNull(deployments.attempt_id),
    isNull(deployments.test),
  )
  const counts = sql`(${deployments.ended_at} is null or ${deployments.ended_at} > now() - interval '24 hours')`
  const begun = sql`${deployments.running_at} is not null`
  return db
    .with(account, address)
    .select({
      ...columns,
      flag: flags,
      lab: labs.slug,
      solved_at: flagSolves.solved_at,
      earned: flagSolves.points,
      deployments: sql<
        CountingDeployment[]
      >`(select coalesce(json_agg(json_build_object('id', ${deployments.id}, 'state', ${deployments.state},
        'begun', ${begun}) order by ${deployments.created_at} desc), '[]') from ${deployments} where ${mine} and ${counts})`,
      has_deployed: sql<boolean>`exists (select 1 from ${deployments} where ${mine} and ${begun})`,
      is_open: isLabOpen(userId, flags.lab_id),
    })
    .from(account)
    .leftJoin(address, sql`true`)
    .leftJoin(flags, and(eq(flags.id, sql.placeholder('flagId')), isNull(flags.archived_at)))
    .leftJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(flagSolves, and(solve, eq(flagSolves.user_id, userId)))
    .prepare('count_flag_call')
})

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
