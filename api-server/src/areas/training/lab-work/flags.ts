import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { assertAttemptLeft, assertCallLeft } from '../../../limits/consume-attempt.ts'
import { type CallLimits, countCall } from '../../../limits/queries.ts'
import { findLabAccess } from '../../catalogue/entitlements/index.ts'
import * as flags from '../../catalogue/flags/index.ts'
import { deriveFlag } from '../../catalogue/flags/index.ts'
import { lockLabForRun } from '../../catalogue/labs/index.ts'
import { recordLabCompletion } from '../../catalogue/progress/index.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import type { FlagWithProgress } from './flag-queries.ts'
import * as queries from './flag-queries.ts'
import { presentWalkthrough } from './my-labs.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Maximum attempts per minute, account and flag. An attempt over the limit is not recorded as wrong. */
export const MAX_ATTEMPTS_PER_MINUTE = 10

const toMyFlag = ({ flag, lab, solved_at, earned, wrong, hint_taken }: FlagWithProgress): Accepted<'myFlag'> => ({
  id: flag.id,
  lab,
  title: flag.title,
  question: flag.question,
  type: flag.type,
  points: flag.points,
  hint_cost: flag.hint ? (hint_taken ?? flag.hint_cost ?? 0) : null,
  hint: hint_taken === null ? null : flag.hint,
  has_walkthrough: Boolean(flag.walkthrough?.trim()),
  solved_at,
  earned: earned ?? 0,
  wrong_tries: wrong,
})

/** A lab's flags with the learner's progress, for learners who may open the lab. */
export async function listLabFlags({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const [flags] = await Promise.all([queries.listFlagsOfLab(db, user.id, slug), assertLabAccess(db, user, slug)])
  return flags.map(toMyFlag)
}

/** Flags the learner solved, even if their access has ended. */
export const listMyFlags = async ({ db }: Pick<Deps, 'db'>, user: CurrentUser) =>
  (await queries.listSolvedFlags(db, user.id)).map(toMyFlag)

export async function checkFlag({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const found = await readMyFlag(db, user, id)
  if (!found.solved_at) await assertLabAccess(db, user, found.lab)
  return found
}

async function readMyFlag(db: Db, user: CurrentUser, flagId: string) {
  return toMyFlag(await queries.findFlagWithProgress(db, user.id, flagId))
}

async function assertLabAccess(db: Db, user: CurrentUser, lab: string) {
  const access = await findLabAccess(db, user.id, lab)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
}

/**
 * Checks and records a submitted value. A solved flag stays solved, and its points are awarded once. A wrong value is recorded by a single statement,
 * which also counts the call, and raises an alert if the value is another learner's flag. Nothing about the value is revealed before that.
 */
export async function submitFlag(
  deps: NeededDeps,
  user: CurrentUser,
  { tried, value }: { tried: queries.TriedFlag | undefined; value: string },
  limits: CallLimits,
): Promise<Accepted<'flagResult'>> {
  if (!tried) {
    assertCallLeft(deps, limits, await countCall(deps.db, limits))
    throw queries.flagNotFound()
  }
  return submitTo(deps, user, [tried], value, limits)
}

/**
 * Same for a value without a flag id. It counts as an attempt on each unsolved flag of the lab, so that guessing is not faster, and
 * is recorded as one try.
 */
export async function submitLabFlag(
  deps: NeededDeps,
  user: CurrentUser,
  { slug, all, value }: { slug: string; all: queries.TriedFlag[]; value: string },
  limits: CallLimits,
): Promise<Accepted<'labFlagResult'>> {
  const { db } = deps
  const [first, ...others] = all
  if (!first) {
    assertCallLeft(deps, limits, await countCall(db, limits))
    await assertLabAccess(db, user, slug)
    throw new ApiError('conflict', 'This lab has no flags to submit.')
  }
  const result = await submitTo(deps, user, [first, ...others], value, limits)
  return result.correct ? result : { ...result, flag: null }
}

async function submitTo(
  deps: NeededDeps,
  user: CurrentUser,
  compared: [queries.TriedFlag, ...queries.TriedFlag[]],
  submitted: string,
  limits: CallLimits,
): Promise<Accepted<'flagResult'>> {
  const { db, clock } = deps
  const value = submitted.trim()
  // Compares with every flag, so that the duration does not reveal which one matches.
  const results = compared.map((tried) => {
    const deploymentIds = tried.deployments.filter((one) => one.begun).map((one) => one.id)
    return { tried, ...compareFlag(deps, { flag: tried.flag, userId: user.id, deploymentIds }, value) }
  })
  const { tried, ...result } = chosen(results)
  const { flag } = tried
  // A running lab stays usable after access has ended; otherwise the ledger decides.
  const isOpen = tried.is_open || tried.deployments.some(({ state }) => state === 'running')
  const suspects = results.filter((one) => one.mayBeAnothers).map((one) => one.tried.flag.id)
  const isWrong = isOpen && tried.has_deployed && !result.correct
  const open = compared.length > 1 ? compared.filter((one) => !one.solved_at) : compared
  const keys = (open.length > 0 ? open : compared).map((one) => `flag:${one.flag.id}:account:${user.id}`)
  const attempt = { flag_id: flag.id, user_id: user.id, deployment_id: result.deployment }
  const taken = await flags.countAttempt(
    db,
    limits,
    { keys, max: MAX_ATTEMPTS_PER_MINUTE, seconds: 60, now: clock.now() },
    isWrong ? { ...attempt, value, suspect: flags.suspectOf(deps.secrets, value, suspects) } : null,
  )
  assertCallLeft(deps, limits, taken)
  if (taken.flag) assertAttemptLeft(deps, taken.flag, MAX_ATTEMPTS_PER_MINUTE)
  const { wrong } = taken
  if (wrong) {
    const shown = compared.find((one) => one.flag.id === wrong.flag_id) ?? tried
    return { correct: false, flag: toMyFlag({ ...shown, wrong: wrong.tries }), lesson_completed: false }
  }

  if (!isOpen) await assertLabAccess(db, user, tried.lab)
  if (!tried.has_deployed) throw new ApiError('conflict', 'Deploy the lab first: its flags are inside.')
  const solved = { ...attempt, value, required: tried.run?.required ?? null }
  const completed = await db.transaction((tx) => saveSolve(tx, flag, solved))
  return { correct: true, flag: await readMyFlag(db, user, flag.id), lesson_completed: completed }
}

/**
 * The flag that a value belongs to: one that it solves, preferably an unsolved one. A wrong value without a flag id is recorded for
 * the first unsolved flag of the type that the value looks like.
 */
function chosen<R extends Comparison & { tried: queries.TriedFlag }>(results: R[]): R {
  const open = results.filter(({ tried }) => !tried.solved_at)
  const found =
    open.find(({ correct }) => correct) ??
    results.find(({ correct }) => correct) ??
    open.find(({ tried, mayBeAnothers }) => mayBeAnothers || tried.flag.type === 'STATIC') ??
    open[0] ??
    results[0]
  if (!found) throw new Error('There is no flag to compare with')
  return found
}

/** Reveals the hint of a flag at its cost, once. */
export async function takeHint({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string): Promise<Accepted<'myFlag'>> {
  const tried = await queries.findTriedFlag(db, user.id, id)
  if (!tried || tried.flag.lab_id === null) throw queries.flagNotFound()
  const { flag } = tried
  if (!tried.is_open && !tried.deployments.some(({ state }) => state === 'running'))
    await assertLabAccess(db, user, tried.lab)
  if (!flag.hint) throw new ApiError('not_found', 'This flag has no hint.')
  await db.transaction(async (tx) => {
    // A correct answer takes the same lock, so the points cannot be awarded in full while the hint is taken.
    await lockAccountNoKey(tx, user.id)
    if ((await queries.findFlagWithProgress(tx, user.id, id)).solved_at)
      throw new ApiError('conflict', 'You have solved this flag already, without its hint.')
    await flags.recordHint(tx, { flag_id: flag.id, user_id: user.id, cost: flag.hint_cost ?? 0 })
  })
  return readMyFlag(db, user, id)
}

interface Comparison {
  correct: boolean
  /** Deployment that the value belongs to, or else the newest one. */
  deployment: string | null
  /** The value is wrong but looks like a dynamic flag, so it may be another learner's. */
  mayBeAnothers: boolean
}

interface Compared {
  flag: Pick<flags.FlagRow, 'id' | 'type' | 'secret'>
  userId: string
  /** Deployments whose dynamic flags are accepted, newest first. */
  deploymentIds: string[]
}

/** Compares a value with a flag of a lab or exam, in constant time. A step without a flag accepts any value. */
export function compareFlag(
  { secrets }: Pick<NeededDeps, 'secrets'>,
  { flag, userId, deploymentIds }: Compared,
  value: string,
): Comparison {
  const wrong = { correct: false, deployment: deploymentIds[0] ?? null, mayBeAnothers: false }
  if (flag.type === 'NOFLAG') return { ...wrong, correct: true }
  const isEqual = (expected: string) => secrets.equal('flag-compare', value, expected)
  // No flag is published without a secret. If one were, no value would solve it.
  if (flag.type === 'STATIC') return { ...wrong, correct: !!flag.secret && isEqual(flag.secret) }
  const [match] = deploymentIds.filter((deploymentId) =>
    isEqual(deriveFlag(secrets, { flagId: flag.id, userId, deploymentId })),
  )
  return match ? { ...wrong, correct: true, deployment: match } : { ...wrong, mayBeAnothers: flags.looksDynamic(value) }
}

interface RightTry {
  flag_id: string
  user_id: string
  deployment_id: string | null
  value: string
  /** Flags required by the learner's run; null if the lab's current requirements apply. */
  required: string[] | null
}

/** Records a correct value and its consequences in one transaction. Returns whether a lesson was completed by it. */
async function saveSolve(tx: Tx, flag: flags.FlagRow, { value, required, ...attempt }: RightTry): Promise<boolean> {
  const { user_id, flag_id } = attempt
  await lockAccountNoKey(tx, user_id)
  // Keeps the lab's required flags unchanged until they are counted.
  if (flag.lab_id) await lockLabForRun(tx, flag.lab_id)
  await flags.recordTry(tx, { ...attempt, value, correct: true })
  const points = Math.max(0, flag.points - (await flags.findHintCost(tx, user_id, flag_id)))
  const isFirst = await flags.recordSolve(tx, { ...attempt, points })
  if (!isFirst || !flag.lab_id) return false
  if ((await flags.countOpenFlags(tx, user_id, flag.lab_id, required)) > 0) return false
  return recordLabCompletion(tx, user_id, flag.lab_id)
}

export async function readWalkthrough({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab, solved_at } = await queries.findFlagWithProgress(db, user.id, id)
  if (!solved_at) {
    await assertLabAccess(db, user, lab)
    throw new ApiError('not_earned', 'The walkthrough opens once you have solved this flag.')
  }
  if (!flag.walkthrough?.trim()) throw new ApiError('not_found', 'This flag has no walkthrough.')
  return presentWalkthrough(flag.walkthrough)
}
