import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findExamById, findExamBySlug } from '../../../catalogue/exams/index.ts'
import { lockAccountNoKey } from '../../../platform/auth/index.ts'
import { attemptActions } from '../attempts/allowed.ts'
import { lockAttempt } from '../attempts/attempt-queries.ts'
import { findUserAttempt } from '../user-attempt.ts'
import { presentCase } from './cases.ts'
import { findCase, insertCase, saveAnswer } from './conduct-queries.ts'
import { caseOpenedMail } from './correction-mails.ts'

/** Opens a case about an attempt in progress or completed. While it is open, no new certificate is issued on the result. */
export async function openConductCase(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { actor, address }: AuditActor,
  names: { username: string; id: string },
  { version, evidence }: Output<'conductOpening'>,
): Promise<void> {
  const { user, attempt: seen } = await findUserAttempt(db, names)
  const exam = await findExamById(db, seen.exam_id)
  const { id, calendar_sequence } = seen
  const about = { ...user, id, user_id: user.id, calendar_sequence, slug: exam.slug, title: exam.title }
  const mail = await prepareMail(caseOpenedMail(about, config.publicUrl))
  await db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const attempt = await lockAttempt(tx, id)
    if (attempt.version !== version)
      throw new ApiError('stale_version', 'This attempt has just changed. Please reload and look at it again.')
    if (!attemptActions(attempt, { isNewest: true }).open_case)
      throw new ApiError('conflict', 'A case can be opened about an attempt that is or was sat.')
    if (!(await insertCase(tx, { attempt_id: id, evidence, opened_by: actor.id })))
      throw new ApiError('conflict', 'A case about this attempt is open already.')
    await queueMail(tx, mail)
    await recordAudit(tx, {
      actor,
      address,
      action: 'exams.open_case',
      subject: { type: 'user', id: user.username },
      before: { exam: exam.slug, state: attempt.state, under_review: false },
      after: { exam: exam.slug, state: attempt.state, under_review: true },
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
  const exam = await findExamBySlug(db, slug)
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
