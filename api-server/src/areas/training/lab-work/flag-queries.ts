import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { deployments, flagHints, flagSolves, flags, flagTries, labs } from '../../../db/schema/index.ts'
import { toId } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { isLabOpen } from '../../catalogue/entitlements/index.ts'
import type { FlagRow } from '../../catalogue/flags/index.ts'
import { type RunOfFlag, runOfFlag } from '../../clouds/deployments/index.ts'

export const flagNotFound = () => new ApiError('not_found', 'There is no such flag.')

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

const thisUser = sql`${sql.placeholder('userId')}::uuid`
const solvedByUser = and(solve, eq(flagSolves.user_id, thisUser))
const progressColumns = () => ({
  flag: flags,
  run: runOfFlag(thisUser),
  lab: labs.slug,
  solved_at: flagSolves.solved_at,
  earned: flagSolves.points,
  hint_taken: sql<
    number | null
  >`(select h.cost from ${flagHints} h where h.flag_id = ${flags.id} and h.user_id = ${thisUser})`,
})

/** Flags of labs with this learner's progress. Includes archived ones, which earlier runs still accept. */
function selectFlags(db: Db, which: SQL | undefined) {
  const wrong = sql<number>`(select count(*)::int from ${flagTries} t where t.flag_id = ${flags.id} and t.user_id = ${thisUser} and not t.correct)`
  return db
    .select({ ...progressColumns(), wrong })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(flagSolves, solvedByUser)
    .where(which)
    .orderBy(asc(labs.slug), asc(flags.position), desc(flags.id))
}

export type FlagWithProgress = Awaited<ReturnType<typeof selectFlags>>[number]

/** The flag with its values from the start of the learner's run of the lab, or without a run its published values. Null if there is none. */
function asSeen(flag: FlagRow, run: RunOfFlag | null): FlagRow | null {
  if (run) return run.flag && { ...flag, ...run.flag }
  return flag.archived_at === null ? flag : null
}

/** Flags that the learner sees, in order. */
const allSeen = <Row extends { flag: FlagRow; run: RunOfFlag | null }>(rows: Row[]) =>
  rows
    .flatMap((row) => {
      const flag = asSeen(row.flag, row.run)
      return flag ? { ...row, flag } : []
    })
    .toSorted((one, other) => one.flag.position - other.flag.position)

export const listFlagsOfLab = async (db: Db, userId: string, lab: string): Promise<FlagWithProgress[]> =>
  allSeen(await ofLab(db, { userId, lab }))
const ofLab = pipelinedRead('list_flags_of_lab', (db) => selectFlags(db, eq(labs.slug, sql.placeholder('lab'))))

/** Includes archived flags: solved flags stay solved. */
export const listSolvedFlags = (db: Db, userId: string) => solved(db, { userId })
const solved = pipelinedRead('list_solved_flags', (db) => selectFlags(db, isNotNull(flagSolves.id)))

export async function findFlagWithProgress(db: Db, userId: string, flagId: string): Promise<FlagWithProgress> {
  const [row] = await byId(db, { userId, flagId: toId(flagId) })
  const flag = row && asSeen(row.flag, row.run)
  if (!flag) throw flagNotFound()
  return { ...row, flag }
}
const byId = pipelinedRead('find_flag_with_progress', (db) => selectFlags(db, eq(flags.id, sql.placeholder('flagId'))))

/** A deployment whose dynamic flags are accepted from a learner. */
interface CountingDeployment {
  id: string
  state: string
  begun: boolean
}

/** A flag with the facts needed to judge a value for it. */
export interface TriedFlag {
  flag: FlagRow
  lab: string
  solved_at: Date | null
  earned: number | null
  hint_taken: number | null
  run: RunOfFlag | null
  /**
   * The active deployment and those that ended within a day, newest first. Includes queued ones: between two environments, a learner
   * may still submit a flag of the previous one.
   */
  deployments: CountingDeployment[]
  /** Whether the learner ever had this lab running. Before that, no flag is accepted. */
  has_deployed: boolean
  is_open: boolean
}

/** Returns undefined for an unknown or archived flag, or a flag of an exam. */
export async function findTriedFlag(db: Db, userId: string, flagId: string): Promise<TriedFlag | undefined> {
  const [row] = await tried(db, { userId, flagId: toId(flagId) })
  const flag = row && asSeen(row.flag, row.run)
  return flag ? { ...row, flag } : undefined
}

export const listTriedFlags = async (db: Db, userId: string, lab: string): Promise<TriedFlag[]> =>
  allSeen(await triedOfLab(db, { userId, lab })).filter(({ flag }) => flag.type !== 'NOFLAG')

function selectTried(db: Db, which: SQL | undefined) {
  const mine = and(
    eq(deployments.user_id, thisUser),
    eq(deployments.lab_id, flags.lab_id),
    isNull(deployments.attempt_id),
    isNull(deployments.test),
  )
  const counts = sql`(${deployments.ended_at} is null or ${deployments.ended_at} > now() - interval '24 hours')`
  const begun = sql`${deployments.running_at} is not null`
  return db
    .select({
      ...progressColumns(),
      deployments: sql<
        CountingDeployment[]
      >`(select coalesce(json_agg(json_build_object('id', ${deployments.id}, 'state', ${deployments.state},
        'begun', ${begun}) order by ${deployments.created_at} desc), '[]') from ${deployments} where ${mine} and ${counts})`,
      has_deployed: sql<boolean>`exists (select 1 from ${deployments} where ${mine} and ${begun})`,
      is_open: isLabOpen(thisUser, flags.lab_id),
    })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(flagSolves, solvedByUser)
    .where(which)
}
const tried = pipelinedRead('find_tried_flag', (db) => selectTried(db, eq(flags.id, sql.placeholder('flagId'))))
const triedOfLab = pipelinedRead('list_tried_flags', (db) => selectTried(db, eq(labs.slug, sql.placeholder('lab'))))
