import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { findDeployment } from '../queries.ts'
import { refundReset } from '../reset-refund.ts'
import { cancelDeployment } from '../service.ts'
import { readDeployment } from './record.ts'
import { findSubject, type Subject } from './subject-queries.ts'

/** Appended to the reason that learners see on the lab page and in the mail. */
const KEPT = 'This did not use up a reset, and what you solved is kept.'

/**
 * Ends a deployment in any state, without using up a reset. The database lets only one of a concurrent end, expiry, extension or learner's own end
 * succeed. An exam environment is replaced, and the exam's clock is paused until the new one runs.
 */
export async function endDeployment(
  deps: Pick<Deps, 'db' | 'queue' | 'clouds' | 'tenants' | 'examEnvironments'>,
  { actor, address }: AuditActor,
  id: string,
  { reason, message }: Output<'deploymentEnd'>,
) {
  await deps.db.transaction(async (tx) => {
    const subject = await findSubject(tx, id)
    if (subject.end_refusal) throw new ApiError('conflict', subject.end_refusal)
    const { attempt_id, kind } = subject
    if (kind === 'exam' && attempt_id)
      await deps.examEnvironments.replaceEnvironment(tx, deps, { id, attempt_id }, { actor_id: actor.id, reason })
    else await endSubject(tx, deps, subject, message)
    await recordAudit(tx, { ...endEntry(subject, message), actor, address, reason })
  })
  return readDeployment(deps, actor, id)
}

export async function endSubject(tx: Db, deps: Pick<Deps, 'queue'>, subject: Subject, message?: string): Promise<void> {
  const deployment = await findDeployment(tx, subject.id)
  const said = [message, KEPT].filter(Boolean).join(' ')
  const ended = await cancelDeployment(tx, deps, deployment, 'administrator', said)
  if (!ended) throw new ApiError('conflict', 'It has just ended, or is ending.')
  await refundReset(tx, ended)
}

export const endEntry = ({ id, username, lab, exam, state }: Subject, message?: string) => ({
  action: 'deployments.end' as const,
  subject: { type: 'deployment', id },
  before: { username, lab, ...(exam && { exam }), state },
  after: { username, lab, ...(exam && { exam }), state: 'ended', ...(message && { message }) },
})
