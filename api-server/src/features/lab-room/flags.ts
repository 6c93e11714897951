import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { consumeAttempt } from '../../limits/consume-attempt.ts'
import { lockAccountNoKey } from '../auth/service.ts'
import { recordLabCompletion } from '../classroom/service.ts'
import { findLabAccess } from '../entitlements/lab-access.ts'
import { deriveFlag } from '../flags/dynamic-flag.ts'
import * as flags from '../flags/service.ts'
import { findLabBySlug } from '../labs/service.ts'
import * as queries from './flag-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Attempts per minute and account on one flag. An attempt over the limit is not recorded as a wrong one. */
export const MAX_ATTEMPTS_PER_MINUTE = 10

type FlagWithProgress = Awaited<ReturnType<typeof queries.listFlagsWithProgress>>[number]

const toMyFlag = ({ flag, lab, solved_at, earned, wrong }: FlagWithProgress): Accepted<'myFlag'> => ({
  id: flag.id,
  lab,
  title: flag.title,
  question: flag.question,
  type: flag.type,
  points: flag.points,
  hint_cost: flag.hint ? (flag.hint_cost ?? 0) : null,
  has_walkthrough: Boolean(flag.walkthrough?.trim()),
  solved_at,
  earned: earned ?? 0,
  wrong_tries: wrong,
})

/** A lab's flags with the learner's progress, for learners who may open the lab. */
export async function listLabFlags({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const lab = await findLabBySlug(db, slug)
  await assertLabAccess(db, user, lab.id)
  return (await queries.listFlagsWithProgress(db, user.id, { labId: lab.id })).map(toMyFlag)
}

/** Flags the learner solved, even if their access has ended. */
export const listMyFlags = async ({ db }: Pick<Deps, 'db'>, user: CurrentUser) =>
  (await queries.listFlagsWithProgress(db, user.id, 'solved')).map(toMyFlag)

export async function checkFlag({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab } = await queries.findLabFlag(db, id)
  const found = await readMyFlag(db, user, flag.id)
  if (!found.solved_at) await assertLabAccess(db, user, lab.id)
  return found
}

async function readMyFlag(db: Db, user: CurrentUser, flagId: string) {
  const [found] = await queries.listFlagsWithProgress(db, user.id, { flagId })
  if (!found) throw new ApiError('not_found', 'There is no such flag.')
  return toMyFlag(found)
}

async function assertLabAccess(db: Db, user: CurrentUser, labId: string) {
  const access = await findLabAccess(db, user.id, labId)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
}

/** Checks and records a submitted value. A solved flag stays solved, and its points are given once. */
export async function submitFlag(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  value: string,
): Promise<Accepted<'flagResult'>> {
  const { db } = deps
  const { flag, lab } = await queries.findLabFlag(db, id)
  await consumeAttempt(deps, `flag:${flag.id}:account:${user.id}`, MAX_ATTEMPTS_PER_MINUTE, 60)
  const countingDeployments = await queries.listCountingDeployments(db, user.id, lab.id)
  // A running lab outlives its access; otherwise the ledger decides.
  if (!countingDeployments.some(({ state }) => state === 'running')) await assertLabAccess(db, user, lab.id)
  if (!(await queries.hasDeployed(db, user.id, lab.id)))
    throw new ApiError('conflict', 'Deploy the lab first: its flags are inside.')
  const mayCount = countingDeployments.filter((one) => one.begun).map((one) => one.id)
  const result = await checkValue(deps, user, flag, value.trim(), mayCount)
  const completed = await db.transaction((tx) => saveAttempt(tx, user, flag, value.trim(), result))
  return { correct: result.correct, flag: await readMyFlag(db, user, flag.id), lesson_completed: completed }
}

interface CheckResult {
  correct: boolean
  deployment: string | null
  /** The deployment that the dynamic flag belongs to, if it is another learner's. */
  leakedFrom?: { id: string; user_id: string }
}

/** Compares in constant time. */
async function checkValue(
  { db, secrets }: NeededDeps,
  user: CurrentUser,
  flag: flags.FlagRow,
  value: string,
  countingDeployments: string[],
): Promise<CheckResult> {
  const current = countingDeployments[0] ?? null
  if (flag.type === 'NOFLAG') return { correct: true, deployment: current }
  if (flag.type === 'STATIC')
    return { correct: secrets.equal('flag-compare', value, flag.secret ?? ''), deployment: current }
  const isFlagOf = (userId: string, deploymentId: string) =>
    secrets.equal('flag-compare', value, deriveFlag(secrets, { flagId: flag.id, userId, deploymentId }))
  const [match] = countingDeployments.filter((id) => isFlagOf(user.id, id))
  if (match) return { correct: true, deployment: match }
  const leakedFrom = /^FLAG\{[0-9a-f]{32}\}$/.test(value)
    ? (await queries.listDeploymentsOfOthers(db, user.id, flag.lab_id ?? '')).find((other) =>
        isFlagOf(other.user_id, other.id),
      )
    : undefined
  return { correct: false, deployment: current, ...(leakedFrom ? { leakedFrom } : {}) }
}

/** Records the attempt and its consequences in one transaction; returns whether a lesson became complete. */
async function saveAttempt(
  tx: Db,
  user: CurrentUser,
  flag: flags.FlagRow,
  value: string,
  result: CheckResult,
): Promise<boolean> {
  const { correct, deployment, leakedFrom } = result
  const attempt = { flag_id: flag.id, user_id: user.id, deployment_id: deployment }
  await lockAccountNoKey(tx, user.id)
  await flags.insertTry(tx, { ...attempt, value, correct })
  if (leakedFrom)
    await flags.insertAlert(tx, { ...attempt, owner_id: leakedFrom.user_id, owner_deployment_id: leakedFrom.id })
  if (!correct) return false
  const points = Math.max(0, flag.points - (await flags.findHintCost(tx, user.id, flag.id)))
  const isFirst = await flags.insertSolve(tx, { ...attempt, points })
  if (!isFirst || !flag.lab_id) return false
  if ((await flags.countOpenFlags(tx, user.id, flag.lab_id)) > 0) return false
  return recordLabCompletion(tx, user.id, flag.lab_id)
}

export async function readWalkthrough({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab } = await queries.findLabFlag(db, id)
  const { solved_at } = await readMyFlag(db, user, flag.id)
  if (!solved_at) {
    await assertLabAccess(db, user, lab.id)
    throw new ApiError('not_earned', 'The walkthrough opens once you have solved this flag.')
  }
  if (!flag.walkthrough?.trim()) throw new ApiError('not_found', 'This flag has no walkthrough.')
  const address = flag.walkthrough.trim()
  return /^https?:\/\/\S+$/.test(address) ? { url: address, markdown: null } : { url: null, markdown: flag.walkthrough }
}
