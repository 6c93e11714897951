import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findBookedExam, findExam } from '../../../catalogue/exams/index.ts'
import { findAccountById, findAccountByIdOrName, lockAccountNoKey, stepUp } from '../../../platform/auth/index.ts'
import { attemptActions } from '../attempts/attempt-actions.ts'
import { type AttemptRow, listAttempts, lockAttempt, lockUnchanged } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { nextState } from '../attempts/transitions.ts'
import { auditExam } from '../audit.ts'
import { cancelDate } from '../booking/reserve.ts'
import { mailedAttempt, prepareBookingMail } from '../mails.ts'
import { concludeResult, handlePass, scoreOf } from '../sitting/result-changes.ts'
import { closeRoom, type StepDeps } from '../sitting/steps.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { answerUntil, isAwaitingAnswer, presentCase, readDecider } from './cases.ts'
import { type CaseRow, closeCase, findCase, insertCase, lockCase, saveAnswer } from './conduct-queries.ts'
import { caseDecidedMail, caseOpenedMail } from './correction-mails.ts'

/** Opens a case about an attempt in progress or completed. While it is open, no new certificate is issued on the result. */
export async function openConductCase(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  names: { username: string; id: string },
  { version, evidence }: Output<'conductOpening'>,
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(db, names)
  const exam = await findExam(db, { id: seen.exam_id })
  const { id } = seen
  const mail = await prepareMail(caseOpenedMail(mailedAttempt(seen, user, exam), config.publicUrl))
  await db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockUnchanged(tx, id, version)
    if (!attemptActions(attempt, { isNewest: true }).open_case)
      throw new ApiError('conflict', 'A case can only be opened about an attempt that is running or has ended.')
    if (!(await insertCase(tx, { attempt_id: id, evidence, opened_by: by.actor.id })))
      throw new ApiError('conflict', 'There is already an open case about this attempt.')
    await queueMail(tx, mail)
    await auditExam(tx, { user, exam }, by, 'exams.open_case', {
      before: { state: attempt.state, under_review: false },
      after: { state: attempt.state, under_review: true },
      reason: evidence.slice(0, 500),
    })
  })
}

/** Stores the candidate's answer. It cannot be changed later. */
export async function answerConductCase(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { exam: slug, id }: { exam: string; id: string },
  { answer }: Output<'conductAnswer'>,
): Promise<Accepted<'conductCase'>> {
  const exam = await findExam(db, { slug })
  const found = await findCase(db, user.id, id)
  if (found?.exam_id !== exam.id) throw new ApiError('not_found', 'There is no such case about your exam.')
  const row = await saveAnswer(db, id, answer)
  if (row) return presentCase(row)
  if (found.row.answer === answer) return presentCase(found.row)
  throw new ApiError(
    'conflict',
    found.row.state === 'open' ? 'You have answered this already.' : 'This case is decided.',
  )
}

type DecisionDeps = StepDeps & Pick<Deps, 'clock' | 'secrets'>
type Decision = Output<'conductDecision'>

/** Decides a case. In the candidate's favour at any time; against them only after they have answered or their time to answer is over. */
export async function decideConductCase(
  deps: DecisionDeps,
  by: AuditActor,
  { username, id }: { username: string; id: string },
  decision: Decision,
): Promise<string> {
  const { user, attempt: seen, found } = await findUserCase(deps.db, username, id)
  assertNotYourself(by.actor, user.id)
  const exam = await findExam(deps.db, { id: seen.exam_id })
  const who = await readDecider(deps.db, by.actor, found)
  if (who.refusal) throw new ApiError('conflict', who.refusal)
  if (who.needs_proof) await stepUp(deps, by.actor, decision)
  const barred_until = barredUntilOf(decision)
  await deps.db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockAttempt(tx, seen.id)
    const row = await lockCase(tx, id)
    const now = await readNow(tx)
    if (row.state !== 'open') throw new ApiError('conflict', 'This case has already been decided.')
    if (row.version !== decision.version)
      throw new ApiError('stale_version', 'The candidate has answered since. Please read the answer first.')
    const { state, reason } = decision
    await closeCase(tx, id, { state, decision: reason, decided_by: by.actor.id, decided_at: now })
    const correction = { actor_id: by.actor.id, reason }
    const certificate = barred_until
      ? await disqualify(tx, deps, by, { attempt, row, correction, barred_until, now })
      : await dismiss(tx, deps, attempt, correction, now)
    const after = await lockAttempt(tx, attempt.id)
    const about = mailedAttempt(attempt, user, exam)
    const decided = { state, reason, barred_until: decision.barred_until ?? null, certificate }
    await queueMail(tx, await prepareMail(caseDecidedMail(about, decided, deps.config.publicUrl)))
    await auditExam(tx, { user, exam }, by, state === 'dismissed' ? 'exams.dismiss_case' : 'exams.disqualify', {
      before: { state: attempt.state, evidence: row.evidence },
      after: { state: after.state, barred_until },
      reason,
    })
  })
  return seen.id
}

async function findUserCase(db: Db, username: string, id: string) {
  const account = await findAccountByIdOrName(db, username)
  const found = await findCase(db, account.id, id)
  if (!found) throw new ApiError('not_found', `There is no such case about ${account.username}.`)
  return { ...(await findUserAttempt(db, { username, id: found.row.attempt_id })), found: found.row }
}

function barredUntilOf({ state, barred_until }: Decision): Date | null {
  if (state === 'dismissed') return null
  if (!barred_until) throw invalidField('barred_until', 'Enter the date from which the next attempt can be booked')
  return new Date(`${barred_until}T00:00:00Z`)
}

interface Disqualification {
  attempt: AttemptRow
  row: CaseRow
  correction: { actor_id: string; reason: string }
  barred_until: Date
  now: Date
}

/** Returns whether a certificate was revoked. */
async function disqualify(tx: Tx, deps: DecisionDeps, by: AuditActor, against: Disqualification): Promise<boolean> {
  const { attempt, row, correction, barred_until, now } = against
  if (barred_until <= now) throw invalidField('barred_until', 'Choose a date in the future')
  if (isAwaitingAnswer(row, now))
    throw new ApiError(
      'conflict',
      `The candidate can answer until ${answerUntil(row).toISOString().slice(0, 10)}. You cannot decide against them before that.`,
    )
  if (!nextState(attempt.state, 'disqualify'))
    throw new ApiError('conflict', 'This attempt no longer has a result. You can dismiss the case.')
  await applyChange(tx, attempt, changes.disqualify(attempt, correction, barred_until, now))
  if (attempt.state === 'active') await closeRoom(tx, deps, attempt)
  for (const later of await listAttempts(tx, attempt.user_id, attempt.exam_id))
    if (later.state === 'scheduled' && later.scheduled_at && later.scheduled_at < barred_until)
      await cancelBarredDate(tx, deps, later)
  return deps.examCertificates.revoke(tx, by, attempt)
}

async function cancelBarredDate(tx: Tx, deps: DecisionDeps, { id }: AttemptRow): Promise<void> {
  const attempt = await lockAttempt(tx, id)
  const { state, scheduled_at, time_zone } = attempt
  if (state !== 'scheduled' || !scheduled_at || !time_zone) return
  const exam = await findBookedExam(tx, attempt)
  const booked = { exam, at: scheduled_at, time_zone, user: await findAccountById(tx, attempt.user_id) }
  await cancelDate(tx, deps, attempt, await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'barred' }))
}

/** Continues what was waiting for the decision: decides a provisional result, and issues a certificate that was held back. */
async function dismiss(
  tx: Tx,
  deps: DecisionDeps,
  attempt: AttemptRow,
  correction: { actor_id: string; reason: string },
  now: Date,
): Promise<boolean> {
  await applyChange(tx, attempt, changes.dismiss(correction, now))
  if (attempt.state === 'passed') return handlePass(tx, deps, attempt)
  return (await concludeResult(tx, deps, attempt, await scoreOf(tx, attempt), now)).certificate
}
