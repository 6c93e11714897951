import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assertAttemptLeft } from '../../limits/consume-attempt.ts'
import { lockAccountNoKey } from '../auth/service.ts'
import { recordLabCompletion } from '../classroom/service.ts'
import { findLabAccess } from '../entitlements/lab-access.ts'
import { deriveFlag } from '../flags/dynamic-flag.ts'
import * as flags from '../flags/service.ts'
import * as queries from './flag-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Attempts per minute and account on one flag. An attempt over the limit is not recorded as a wrong one. */
export const MAX_ATTEMPTS_PER_MINUTE = 10

const toMyFlag = ({ flag, lab, solved_at, earned, wrong }: queries.FlagWithProgress): Accepted<'myFlag'> => ({
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
 * Checks and records a submitted value. A solved flag stays solved, and its points are given once. A wrong value, as most are, is counted and kept by
 * one statement.
 */
export async function submitFlag(
  deps: NeededDeps,
  user: CurrentUser,
  { tried }: queries.TriedFlag,
  submitted: string,
): Promise<Accepted<'flagResult'>> {
  const { db, clock } = deps
  if (!tried) throw queries.flagNotFound()
  const { flag } = tried
  const value = submitted.trim()
  const result = checkValue(deps, user, tried, value)
  // A running lab outlives its access; otherwise the ledger decides.
  const isOpen = tried.is_open || tried.deployments.some(({ state }) => state === 'running')
  const isWrong = isOpen && tried.has_deployed && !result.correct && !result.mayBeAnothers
  const key = `flag:${flag.id}:account:${user.id}`
  const attempt = { flag_id: flag.id, user_id: user.id, deployment_id: result.deployment }
  const taken = await flags.takeAttempt(
    db,
    { key, max: MAX_ATTEMPTS_PER_MINUTE, seconds: 60, now: clock.now() },
    isWrong ? { ...attempt, value } : null,
  )
  assertAttemptLeft(deps, taken, MAX_ATTEMPTS_PER_MINUTE)
  if (taken.wrongTries !== null)
    return { correct: false, flag: toMyFlag({ ...tried, wrong: taken.wrongTries }), lesson_completed: false }

  if (!isOpen) await assertLabAccess(db, user, tried.lab)
  if (!tried.has_deployed) throw new ApiError('conflict', 'Deploy the lab first: its flags are inside.')
  const leakedFrom = result.mayBeAnothers ? await findOtherOwner(deps, user, flag, value) : undefined
  const required = tried.run?.required ?? null
  const checked = { ...attempt, value, ...result, leakedFrom, required }
  const completed = await db.transaction((tx) => saveAttempt(tx, flag, checked))
  return { correct: result.correct, flag: await readMyFlag(db, user, flag.id), lesson_completed: completed }
}

interface CheckResult {
  correct: boolean
  /** The deployment that the value belongs to, or the newest that was ever running. */
  deployment: string | null
  /** Whether it is wrong, and looks like a dynamic flag: it may be another learner's. */
  mayBeAnothers: boolean
}

type ComparedFlag = Pick<flags.FlagRow, 'id' | 'type' | 'secret'>

/** Compares in constant time. */
export function checkValue(
  { secrets }: Pick<NeededDeps, 'secrets'>,
  user: Pick<CurrentUser, 'id'>,
  { flag, deployments }: { flag: ComparedFlag } & Pick<NonNullable<queries.TriedFlag['tried']>, 'deployments'>,
  value: string,
): CheckResult {
  const counting = deployments.filter((one) => one.begun).map((one) => one.id)
  const checked = { deployment: counting[0] ?? null, mayBeAnothers: false }
  if (flag.type === 'NOFLAG') return { ...checked, correct: true }
  if (flag.type === 'STATIC') return { ...checked, correct: secrets.equal('flag-compare', value, flag.secret ?? '') }
  const [match] = counting.filter((id) => isFlagOf(secrets, flag, { user_id: user.id, id }, value))
  if (match) return { ...checked, correct: true, deployment: match }
  return { ...checked, correct: false, mayBeAnothers: /^FLAG\{[0-9a-f]{32}\}$/.test(value) }
}

const isFlagOf = (
  secrets: NeededDeps['secrets'],
  flag: Pick<ComparedFlag, 'id'>,
  deployment: { id: string; user_id: string },
  value: string,
) => {
  const of = { flagId: flag.id, userId: deployment.user_id, deploymentId: deployment.id }
  return secrets.equal('flag-compare', value, deriveFlag(secrets, of))
}

/** The deployment of another learner that the dynamic flag belongs to, if any. */
async function findOtherOwner({ db, secrets }: NeededDeps, user: CurrentUser, flag: flags.FlagRow, value: string) {
  const others = await queries.listDeploymentsOfOthers(db, user.id, flag.lab_id ?? '')
  return others.find((other) => isFlagOf(secrets, flag, other, value))
}

interface CheckedAttempt extends flags.WrongTry {
  correct: boolean
  leakedFrom: { id: string; user_id: string } | undefined
  /** The flags that the learner's run asks for; null when that is for the lab to say. */
  required: string[] | null
}

/** Records the attempt and its consequences in one transaction; returns whether a lesson became complete. */
async function saveAttempt(tx: Db, flag: flags.FlagRow, checked: CheckedAttempt): Promise<boolean> {
  const { value, correct, leakedFrom, flag_id, user_id, deployment_id } = checked
  const attempt = { flag_id, user_id, deployment_id }
  if (correct) await lockAccountNoKey(tx, user_id)
  await flags.insertTry(tx, { ...attempt, value, correct })
  if (leakedFrom)
    await flags.insertAlert(tx, { ...attempt, owner_id: leakedFrom.user_id, owner_deployment_id: leakedFrom.id })
  if (!correct) return false
  const points = Math.max(0, flag.points - (await flags.findHintCost(tx, user_id, flag_id)))
  const isFirst = await flags.insertSolve(tx, { ...attempt, points })
  if (!isFirst || !flag.lab_id) return false
  if ((await flags.countOpenFlags(tx, user_id, flag.lab_id, checked.required)) > 0) return false
  return recordLabCompletion(tx, user_id, flag.lab_id)
}

export async function readWalkthrough({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab, solved_at } = await queries.findFlagWithProgress(db, user.id, id)
  if (!solved_at) {
    await assertLabAccess(db, user, lab)
    throw new ApiError('not_earned', 'The walkthrough opens once you have solved this flag.')
  }
  if (!flag.walkthrough?.trim()) throw new ApiError('not_found', 'This flag has no walkthrough.')
  const address = flag.walkthrough.trim()
  return /^https?:\/\/\S+$/.test(address) ? { url: address, markdown: null } : { url: null, markdown: flag.walkthrough }
}
