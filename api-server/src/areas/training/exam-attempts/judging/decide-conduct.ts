import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { assertNotYourself } from '../../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findBookedExam, findExamById } from '../../../catalogue/exams/index.ts'
import { findAccount, lockAccountNoKey, stepUp } from '../../../platform/auth/index.ts'
import { type AttemptRow, listAttempts, lockAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { nextState } from '../attempts/transitions.ts'
import { takeBackDate } from '../booking/reserve.ts'
import { prepareBookingMail } from '../mails.ts'
import { conclude, followPass, standingOf } from '../sitting/settle.ts'
import { closeRoom, type TendingDeps } from '../sitting/tend.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { answerUntil, stillWaits, whoDecides } from './cases.ts'
import { type CaseRow, closeCase, findCase, lockCase } from './conduct-queries.ts'
import { caseDecidedMail } from './correction-mails.ts'

type NeededDeps = TendingDeps & Pick<Deps, 'clock' | 'secrets'>
type Decision = Output<'conductDecision'>

/** Decides a case. In the candidate's favour at any time; against them only after they have answered or their time to answer is over. */
export async function decideConductCase(
  deps: NeededDeps,
  by: AuditActor,
  { username, id }: { username: string; id: string },
  decision: Decision,
): Promise<string> {
  const { user, attempt: seen, found } = await findUserCase(deps.db, username, id)
  assertNotYourself(by.actor, user.id)
  const exam = await findExamById(deps.db, seen.exam_id)
  const who = await whoDecides(deps.db, by.actor, found)
  if (who.refusal) throw new ApiError('conflict', who.refusal)
  if (who.needs_proof) await stepUp(deps, by.actor, decision)
  const barred_until = barOf(decision)
  await deps.db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockAttempt(tx, seen.id)
    const row = await lockCase(tx, id)
    const now = await readNow(tx)
    if (row.state !== 'open') throw new ApiError('conflict', 'This case has been decided meanwhile.')
    if (row.version !== decision.version)
      throw new ApiError('stale_version', 'The candidate has answered meanwhile. Please read it first.')
    const { state, reason } = decision
    await closeCase(tx, id, { state, decision: reason, decided_by: by.actor.id, decided_at: now })
    const correction = { actor_id: by.actor.id, reason }
    const certificate = barred_until
      ? await disqualify(tx, deps, by, { attempt, row, correction, barred_until, now })
      : await dismiss(tx, deps, attempt, correction, now)
    const after = await lockAttempt(tx, attempt.id)
    const { calendar_sequence } = attempt
    const about = { ...user, id: attempt.id, user_id: user.id, calendar_sequence, slug: exam.slug, title: exam.title }
    const told = { state, reason, barred_until: decision.barred_until ?? null, certificate }
    await queueMail(tx, await prepareMail(caseDecidedMail(about, told, deps.config.publicUrl)))
    await recordAudit(tx, {
      ...by,
      action: state === 'dismissed' ? 'exams.dismiss_case' : 'exams.disqualify',
      subject: { type: 'user', id: user.username },
      before: { exam: exam.slug, state: attempt.state, evidence: row.evidence },
      after: { exam: exam.slug, state: after.state, barred_until },
      reason,
    })
  })
  return seen.id
}

async function findUserCase(db: Db, username: string, id: string) {
  const account = await findAccount(db, { idOrUsername: username })
  const found = await findCase(db, account.id, id)
  if (!found) throw new ApiError('not_found', `There is no such case about ${account.username}.`)
  return { ...(await findUserAttempt(db, { username, id: found.row.attempt_id })), found: found.row }
}

function barOf({ state, barred_until }: Decision): Date | null {
  if (state === 'dismissed') return null
  if (!barred_until) throw invalidField('barred_until', 'Say until when no next attempt can be booked')
  return new Date(`${barred_until}T00:00:00Z`)
}

interface Against {
  attempt: AttemptRow
  row: CaseRow
  correction: { actor_id: string; reason: string }
  barred_until: Date
  now: Date
}

/** Returns whether a certificate was revoked. */
async function disqualify(tx: Tx, deps: NeededDeps, by: AuditActor, against: Against): Promise<boolean> {
  const { attempt, row, correction, barred_until, now } = against
  if (barred_until <= now) throw invalidField('barred_until', 'Choose a day that is still to come')
  if (stillWaits(row, now))
    throw new ApiError(
      'conflict',
      `The candidate can answer until ${answerUntil(row).toISOString().slice(0, 10)}. Before that nothing is decided against them.`,
    )
  if (!nextState(attempt.state, 'disqualify'))
    throw new ApiError('conflict', 'This attempt has no result any more. You can dismiss the case.')
  await applyChange(tx, attempt, changes.disqualify(attempt, correction, barred_until, now))
  if (attempt.state === 'active') await closeRoom(tx, deps, attempt)
  for (const later of await listAttempts(tx, attempt.user_id, attempt.exam_id))
    if (later.state === 'scheduled' && later.scheduled_at && later.scheduled_at < barred_until)
      await bar(tx, deps, later)
  return deps.examCertificates.revoke(tx, by, attempt)
}

/** Cancels the date of the next attempt if it was already booked. */
async function bar(tx: Tx, deps: NeededDeps, { id }: AttemptRow): Promise<void> {
  const attempt = await lockAttempt(tx, id)
  const { state, scheduled_at, time_zone } = attempt
  if (state !== 'scheduled' || !scheduled_at || !time_zone) return
  const exam = await findBookedExam(tx, attempt)
  const booked = { exam, at: scheduled_at, time_zone, user: await findAccount(tx, { id: attempt.user_id }) }
  await takeBackDate(tx, deps, attempt, await prepareBookingMail(deps.config.publicUrl, { ...booked, what: 'barred' }))
}

/** Continues what was waiting for the decision: decides a provisional result, and issues a certificate that was held back. */
async function dismiss(
  tx: Tx,
  deps: NeededDeps,
  attempt: AttemptRow,
  correction: { actor_id: string; reason: string },
  now: Date,
): Promise<boolean> {
  await applyChange(tx, attempt, changes.dismiss(correction, now))
  if (attempt.state === 'passed') return followPass(tx, deps, attempt)
  return (await conclude(tx, deps, attempt, await standingOf(tx, attempt), now)).certificate
}
