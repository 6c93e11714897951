import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import * as flags from '../../../catalogue/flags/index.ts'
import { compareFlag, MAX_ATTEMPTS_PER_MINUTE } from '../../lab-work/index.ts'
import {
  type AttemptFlag,
  type AttemptRow,
  findClock,
  findScore,
  listAttempts,
  listFlagsOfAttempt,
  lockAttempt,
} from '../attempts/attempt-queries.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** States in which flags are visible: from the start of the exam, and afterwards with its result. */
const WITH_FLAGS = new Set<AttemptRow['state']>(['active', 'provisional', 'passed', 'failed', 'disqualified'])

export async function listExamFlags({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const exam = await findExam(db, { slug })
  const attempts = await listAttempts(db, user.id, exam.id)
  const begun = attempts.find(({ state }) => WITH_FLAGS.has(state))
  if (!begun) throw new ApiError('conflict', 'The flags of an exam are shown once it has started.')
  assertNotSeenAs(user, begun)
  return (await listFlagsOfAttempt(db, begun)).map(presentFlag)
}

export async function checkExamFlag({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string) {
  const attempts = await listAttempts(db, user.id, await queries.findExamOfFlag(db, id))
  const begun = attempts.find(({ state }) => WITH_FLAGS.has(state))
  if (!begun) throw queries.examFlagNotFound()
  assertNotSeenAs(user, begun)
  return presentFlag(await findFlagOfAttempt(db, begun, id))
}

/** The flag from the snapshot of the booking. Flags added later are not part of the attempt. */
async function findFlagOfAttempt(db: Db, attempt: AttemptRow, id: string): Promise<AttemptFlag> {
  const flag = (await listFlagsOfAttempt(db, attempt)).find((one) => one.id === id.toLowerCase())
  if (!flag) throw queries.examFlagNotFound()
  return flag
}

/** A flag as shown to the candidate, and to support in the room. */
export function presentFlag(flag: AttemptFlag) {
  const { id, title, question, type, points, solved_at, credited_at, wrong_tries } = flag
  return { id, title, question, type, points, solved_at, credited_at, wrong_tries }
}

/** Support access to a room in use needs two people; impersonating the candidate must not bypass that. */
function assertNotSeenAs({ impersonated_by, username }: CurrentUser, { state }: AttemptRow) {
  if (impersonated_by && state === 'active')
    throw new ApiError(
      'read_only_session',
      `${username} is taking this exam now. Open the exam room from their attempt in the console.`,
    )
}

/** Checks and records a submitted value while the exam runs, by the database clock. A rate-limited try does not count as wrong. */
export async function submitExamFlag(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  submitted: string,
): Promise<Accepted<'examFlagResult'>> {
  const { db } = deps
  const [newest] = await listAttempts(db, user.id, await queries.findExamOfFlag(db, id))
  // Learners without an attempt must not learn anything about the flags.
  if (!newest) throw queries.examFlagNotFound()
  const flag = await findFlagOfAttempt(db, newest, id)
  const key = `flag:${flag.id}:account:${user.id}`
  await consumeAttempt(deps, key, MAX_ATTEMPTS_PER_MINUTE, 60)
  const outcome = await db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, newest.id)
    if (!WITH_FLAGS.has(attempt.state)) throw new ApiError('conflict', NOT_RUNNING)
    const late = await isLate(tx, attempt)
    const value = submitted.trim()
    const deploymentIds = (await queries.listEnvironmentsOf(tx, attempt.id)).map((one) => one.id)
    const { correct, deployment } = compareFlag(deps, { flag, userId: user.id, deploymentIds }, value)
    const made = { flag_id: flag.id, user_id: user.id, attempt_id: attempt.id, deployment_id: deployment }
    // Also stored when too late, so that a reviewer can see when it was submitted.
    await flags.recordTry(tx, { ...made, value, correct, late })
    if (late) return { refusal: attempt.state === 'active' ? TIME_IS_OVER : NOT_RUNNING }
    // The points of a credited flag are already counted.
    const { credited_at } = await findFlagOfAttempt(tx, attempt, flag.id)
    if (correct) await flags.recordSolve(tx, { ...made, points: credited_at ? 0 : flag.points })
    else await reportSharedFlag(tx, deps, { flag, attempt, value })
    const shown = await findFlagOfAttempt(tx, attempt, flag.id)
    return { correct, flag: presentFlag(shown), points: (await findScore(tx, attempt.id)).points }
  })
  if ('refusal' in outcome) throw new ApiError('conflict', outcome.refusal)
  return outcome
}

const NOT_RUNNING = 'Flags are taken while your exam runs.'
const TIME_IS_OVER = 'Your time is over, so this flag no longer counts.'

const isLate = async (tx: Db, { id, state }: AttemptRow) =>
  state !== 'active' || millisecondsLeft(await findClock(tx, id), await readNow(tx)) === 0

interface Submitted {
  flag: AttemptFlag
  attempt: AttemptRow
  value: string
}

/** Another candidate's dynamic flag is rejected like any wrong value, and reported to administrators with its evidence. */
async function reportSharedFlag(tx: Db, { secrets }: NeededDeps, { flag, attempt, value }: Submitted) {
  if (flag.type !== 'DYNAMIC' || !flags.looksDynamic(value)) return
  const owner = await flags.findOtherOwner(tx, secrets, { value, flagIds: [flag.id], userId: attempt.user_id })
  if (!owner) return
  const [mine] = await queries.listEnvironmentsOf(tx, attempt.id)
  await flags.raiseAlert(tx, {
    flag_id: flag.id,
    user_id: attempt.user_id,
    owner_id: owner.user_id,
    deployment_id: mine?.id ?? null,
    owner_deployment_id: owner.deployment_id,
    attempt_id: attempt.id,
  })
}
