import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assertAttemptLeft } from '../../limits/consume-attempt.ts'
import { findExamBySlug } from '../exams/service.ts'
import { deriveFlag } from '../flags/dynamic-flag.ts'
import * as flags from '../flags/service.ts'
import { MAX_ATTEMPTS_PER_MINUTE } from '../lab-room/flags.ts'
import { type AttemptRow, findClock, listAttempts, lockAttempt, readNow } from './attempt-queries.ts'
import { millisecondsLeft } from './exam-clock.ts'
import * as queries from './exam-flag-queries.ts'
import { findScore } from './score-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Flags are shown from the start of an exam on, and with its result afterwards. */
const WITH_FLAGS = new Set<AttemptRow['state']>(['active', 'provisional', 'passed', 'failed', 'disqualified'])

export async function listExamFlags({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const exam = await findExamBySlug(db, slug)
  const attempts = await listAttempts(db, user.id, exam.id)
  const begun = attempts.find(({ state }) => WITH_FLAGS.has(state))
  if (!begun) throw new ApiError('conflict', 'The flags of an exam are shown once it has started.')
  return queries.listFlagsOfAttempt(db, begun)
}

export async function checkExamFlag({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const flag = await queries.findExamFlag(db, id)
  const begun = (await listAttempts(db, user.id, flag.exam_id)).find(({ state }) => WITH_FLAGS.has(state))
  if (!begun) throw queries.examFlagNotFound()
  return queries.findFlagOfAttempt(db, begun.id, flag.id)
}

/** Checks and records a submitted value while the exam runs, by the database's clock. A try over the limit is not a wrong try. */
export async function submitExamFlag(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  submitted: string,
): Promise<Accepted<'examFlagResult'>> {
  const { db, clock } = deps
  const flag = await queries.findExamFlag(db, id)
  const [newest] = await listAttempts(db, user.id, flag.exam_id)
  // Whoever never sat the exam learns nothing of its flags.
  if (!newest) throw queries.examFlagNotFound()
  const key = `flag:${flag.id}:account:${user.id}`
  const limit = { key, max: MAX_ATTEMPTS_PER_MINUTE, seconds: 60, now: clock.now() }
  assertAttemptLeft(deps, await flags.takeAttempt(db, limit, null), MAX_ATTEMPTS_PER_MINUTE)
  return db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, newest.id)
    await assertInTime(tx, attempt)
    const value = submitted.trim()
    const { correct, deployment_id } = await check(tx, deps, { flag, attempt, value })
    const made = { flag_id: flag.id, user_id: user.id, attempt_id: attempt.id, deployment_id }
    await flags.insertTry(tx, { ...made, value, correct })
    if (correct) await flags.insertSolve(tx, { ...made, points: flag.points })
    else await raiseAnothers(tx, deps, { flag, attempt, value })
    const shown = await queries.findFlagOfAttempt(tx, attempt.id, flag.id)
    return { correct, flag: shown, points: (await findScore(tx, attempt.id)).points }
  })
}

async function assertInTime(tx: Db, { id, state }: AttemptRow) {
  if (state !== 'active') throw new ApiError('conflict', 'Flags are taken while your exam runs.')
  if (millisecondsLeft(await findClock(tx, id), await readNow(tx)) === 0)
    throw new ApiError('conflict', 'Your time is over, so this flag no longer counts.')
}

interface Submitted {
  flag: flags.FlagRow
  attempt: AttemptRow
  value: string
}

/** Compares in constant time. */
async function check(tx: Db, { secrets }: NeededDeps, { flag, attempt, value }: Submitted) {
  const environments = await queries.listEnvironmentsOf(tx, attempt.id)
  const newest = { deployment_id: environments[0]?.id ?? null }
  if (flag.type === 'NOFLAG') return { ...newest, correct: true }
  if (flag.type === 'STATIC') return { ...newest, correct: secrets.equal('flag-compare', value, flag.secret ?? '') }
  const [match] = environments.filter(({ id }) => isFlagOf(secrets, flag, { id, user_id: attempt.user_id }, value))
  return match ? { deployment_id: match.id, correct: true } : { ...newest, correct: false }
}

const isFlagOf = (
  secrets: NeededDeps['secrets'],
  flag: flags.FlagRow,
  { id, user_id }: { id: string; user_id: string },
  value: string,
) => secrets.equal('flag-compare', value, deriveFlag(secrets, { flagId: flag.id, userId: user_id, deploymentId: id }))

/** Another candidate's dynamic flag is refused like any wrong one, and raised to administrators with its evidence. */
async function raiseAnothers(tx: Db, { secrets }: NeededDeps, { flag, attempt, value }: Submitted) {
  if (flag.type !== 'DYNAMIC' || !/^FLAG\{[0-9a-f]{32}\}$/.test(value)) return
  const others = await queries.listEnvironmentsOfOthers(tx, attempt.exam_id, attempt.user_id)
  const owner = others.find((other) => isFlagOf(secrets, flag, other, value))
  if (!owner) return
  const [mine] = await queries.listEnvironmentsOf(tx, attempt.id)
  await flags.insertAlert(tx, {
    flag_id: flag.id,
    user_id: attempt.user_id,
    owner_id: owner.user_id,
    deployment_id: mine?.id ?? null,
    owner_deployment_id: owner.id,
  })
}
