import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { findLab } from '../../../catalogue/labs/service.ts'
import { lockAccountNoKey } from '../../../platform/auth/service.ts'
import { toWaitingStages } from '../build.ts'
import { enqueue } from '../enqueue.ts'
import { findExamEnvironment } from '../exam-environment-queries.ts'
import type { DeploymentRow } from '../queries.ts'
import { FRONT_PRIORITY } from '../service.ts'
import { readSnapshot, saveSnapshot } from '../snapshot-queries.ts'
import { readDeployment } from './record.ts'
import { retryMail } from './retry-mail.ts'
import { findSubject, type Subject } from './subject-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'config' | 'tenants' | 'examEnvironments'>

/**
 * Does what “Deploy again” does for a learner, after a failure on our side: current version of the lab, full time, no reset used. The deployment
 * joins the queue near the front. If the learner's page is closed, an account is held for them as usual. Concurrent retries are serialised by the
 * lock on the learner's account: the second one finds a newer deployment. For an exam whose builds failed, starts a new environment, as on the page
 * of the attempt.
 */
export async function retryDeployment(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  id: string,
  { reason }: Output<'deploymentRetry'>,
) {
  const made = await deps.db.transaction(async (tx) => {
    const { user_id } = await findSubject(tx, id)
    await lockAccountNoKey(tx, user_id)
    const subject = await findSubject(tx, id)
    if (subject.retry_refusal) throw new ApiError('conflict', subject.retry_refusal)
    const { username, lab, exam, kind } = subject
    const what = { username, lab, ...(exam && { exam }) }
    const row =
      kind === 'exam'
        ? await replace(tx, deps, subject, { actor_id: actor.id, reason })
        : await deployAgain(tx, deps, subject)
    await recordAudit(tx, {
      ...{ actor, address, reason },
      action: 'deployments.retry',
      subject: { type: 'deployment', id: subject.id },
      before: { ...what, state: subject.state, reason: subject.reason },
      after: { ...what, state: row.state, deployment: row.id },
    })
    // Candidates see it in their exam room and in the time record, so they get no mail.
    if (kind !== 'exam') await queueMail(tx, await prepareMail(retryMail(subject, row, deps.config.publicUrl)))
    return row
  })
  return readDeployment(deps, actor, made.id)
}

async function replace(
  tx: Tx,
  deps: NeededDeps,
  { id, attempt_id }: Subject,
  by: { actor_id: string; reason: string },
): Promise<DeploymentRow> {
  if (!attempt_id) throw new Error(`The environment ${id} is of an exam without an attempt`)
  await deps.examEnvironments.replaceEnvironment(tx, deps, { id, attempt_id }, by)
  const made = await findExamEnvironment(tx, attempt_id)
  if (!made) throw new Error(`The attempt ${attempt_id} has no new environment`)
  return made.deployment
}

async function deployAgain(tx: Tx, deps: NeededDeps, subject: Subject): Promise<DeploymentRow> {
  const { user_id, lab_id, course_id, lesson_id } = subject
  if (!lab_id) throw new Error(`The deployment ${subject.id} is tried again without a lab`)
  const snapshot = await readSnapshot(tx, lab_id, lesson_id)
  const begun = { ...(await findLab(tx, lab_id)), ...snapshot.lab }
  const values = {
    ...{ user_id, lab_id, course_id, lesson_id },
    snapshot_id: await saveSnapshot(tx, lab_id, snapshot),
    cloud: begun.cloud,
    module_version: begun.module_version,
    stages: toWaitingStages(deps.clouds.stagesOf(begun)),
    priority: FRONT_PRIORITY,
    duration_seconds: begun.duration_minutes * 60,
  }
  return enqueue(tx, deps, values, { isPresent: false })
}
