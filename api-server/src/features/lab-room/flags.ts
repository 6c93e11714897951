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

/** Tries a minute on one flag by one account; a limited try is not a wrong one. */
export const TRIES_A_MINUTE = 10

type ListPage = Awaited<ReturnType<typeof queries.listFlagsWith>>[number]

/** Never the secret: only what may be known of it. */
const mine = ({ flag, lab, solved_at, earned, wrong }: ListPage): Accepted<'myFlag'> => ({
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

/** A lab's flags and what I solved; questions are for those who may open the lab. */
export async function listLabFlags({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const lab = await findLabBySlug(db, slug)
  await assertLabAccess(db, user, lab.id)
  return (await queries.listFlagsWith(db, user.id, { labId: lab.id })).map(mine)
}

/** What was solved stays to be seen, whatever became of the access. */
export const listMyFlags = async ({ db }: Pick<Deps, 'db'>, user: CurrentUser) =>
  (await queries.listFlagsWith(db, user.id, 'solved')).map(mine)

export async function checkFlag({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab } = await queries.findLabFlag(db, id)
  const found = await readMine(db, user, flag.id)
  if (!found.solved_at) await assertLabAccess(db, user, lab.id)
  return found
}

async function readMine(db: Db, user: CurrentUser, flagId: string) {
  const [found] = await queries.listFlagsWith(db, user.id, { flagId })
  if (!found) throw new ApiError('not_found', 'There is no such flag.')
  return mine(found)
}

async function assertLabAccess(db: Db, user: CurrentUser, labId: string) {
  const access = await findLabAccess(db, user.id, labId)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
}

/** Takes a try. Right and wrong are kept; a solved flag stays solved, and its points are given once. */
export async function submitFlag(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  value: string,
): Promise<Accepted<'flagResult'>> {
  const { db } = deps
  const { flag, lab } = await queries.findLabFlag(db, id)
  await consumeAttempt(deps, `flag:${flag.id}:account:${user.id}`, TRIES_A_MINUTE, 60)
  const counting = await queries.listCounting(db, user.id, lab.id)
  // What is running outlives its access; without it the ledger is asked.
  if (!counting.some(({ state }) => state === 'running')) await assertLabAccess(db, user, lab.id)
  if (!(await queries.hasDeployed(db, user.id, lab.id)))
    throw new ApiError('conflict', 'Deploy the lab first: its flags are inside.')
  const mayCount = counting.filter((one) => one.begun).map((one) => one.id)
  const judged = await judge(deps, user, flag, value.trim(), mayCount)
  const completed = await db.transaction((tx) => keep(tx, user, flag, value.trim(), judged))
  return { correct: judged.correct, flag: await readMine(db, user, flag.id), lesson_completed: completed }
}

interface Judged {
  correct: boolean
  deployment: string | null
  /** Whose dynamic flag it was, if it was another's. */
  from?: { id: string; user_id: string }
}

/** Compares in a time that depends on neither value. */
async function judge(
  { db, secrets }: NeededDeps,
  user: CurrentUser,
  flag: flags.FlagRow,
  value: string,
  counting: string[],
): Promise<Judged> {
  const current = counting[0] ?? null
  if (flag.type === 'NOFLAG') return { correct: true, deployment: current }
  if (flag.type === 'STATIC')
    return { correct: secrets.equal('flag-compare', value, flag.secret ?? ''), deployment: current }
  const isOf = (userId: string, deploymentId: string) =>
    secrets.equal('flag-compare', value, deriveFlag(secrets, { flagId: flag.id, userId, deploymentId }))
  const [match] = counting.filter((id) => isOf(user.id, id))
  if (match) return { correct: true, deployment: match }
  const from = /^FLAG\{[0-9a-f]{32}\}$/.test(value)
    ? (await queries.listOthers(db, user.id, flag.lab_id ?? '')).find((other) => isOf(other.user_id, other.id))
    : undefined
  return { correct: false, deployment: current, ...(from ? { from } : {}) }
}

/** Writes the try and what follows from it, in one piece; says whether a lesson became complete. */
async function keep(tx: Db, user: CurrentUser, flag: flags.FlagRow, value: string, judged: Judged): Promise<boolean> {
  const { correct, deployment, from } = judged
  const by = { flag_id: flag.id, user_id: user.id, deployment_id: deployment }
  await lockAccountNoKey(tx, user.id)
  await flags.insertTry(tx, { ...by, value, correct })
  if (from) await flags.insertAlert(tx, { ...by, owner_id: from.user_id, owner_deployment_id: from.id })
  if (!correct) return false
  const points = Math.max(0, flag.points - (await flags.findHintCost(tx, user.id, flag.id)))
  const first = await flags.insertSolve(tx, { ...by, points })
  if (!first || !flag.lab_id) return false
  if ((await flags.countOpenFlags(tx, user.id, flag.lab_id)) > 0) return false
  return recordLabCompletion(tx, user.id, flag.lab_id)
}

/** The walkthrough, once the flag is solved. */
export async function readWalkthrough({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const { flag, lab } = await queries.findLabFlag(db, id)
  const { solved_at } = await readMine(db, user, flag.id)
  if (!solved_at) {
    await assertLabAccess(db, user, lab.id)
    throw new ApiError('not_earned', 'The walkthrough opens once you have solved this flag.')
  }
  if (!flag.walkthrough?.trim()) throw new ApiError('not_found', 'This flag has no walkthrough.')
  const address = flag.walkthrough.trim()
  return /^https?:\/\/\S+$/.test(address) ? { url: address, markdown: null } : { url: null, markdown: flag.walkthrough }
}
