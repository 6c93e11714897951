import type { Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit, recordAudits } from '../../../../audit-log/record.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import type { Tenants } from '../../../../ports/ports.ts'
import { findLab } from '../../../catalogue/labs/index.ts'
import { lockAccountNoKey } from '../../../platform/auth/index.ts'
import { holdAccountOfDeployment, lockPool, lockPools } from '../../cloud-accounts/index.ts'
import { toWaitingStages } from '../build/build.ts'
import { deploymentSource } from '../list-queries.ts'
import { type DeploymentRow, findDeployment, lockDeployment } from '../queries.ts'
import { enqueue, HOLD_MINUTES } from '../queue/allocation.ts'
import { cancelDeployment, FRONT_PRIORITY } from '../service.ts'
import { findExamEnvironment, readSnapshot, saveSnapshot } from '../snapshot-queries.ts'
import { deploymentLabel, endManyRefusal, holdRefusal } from '../sql.ts'
import { refundReset } from '../teardown/teardown.ts'
import { findSubject, listSubjects, type Subject } from './queries.ts'
import { readDeployment } from './read-deployment.ts'

/** Appended to the reason that learners see on the lab page and in the mail. */
const NO_COST = 'No reset was used, and your solved flags are saved.'

/**
 * Ends a deployment in any state, without using up a reset. The database lets only one of a concurrent end, expiry, extension or learner's own end
 * succeed. An exam environment is replaced, and the exam's clock is paused until the new one runs.
 */
export async function endDeployment(
  deps: Pick<Deps, 'db' | 'queue' | 'clouds' | 'tenants' | 'examEnvironments'>,
  by: AuditActor,
  id: string,
  { reason, message }: Output<'deploymentEnd'>,
) {
  await deps.db.transaction(async (tx) => {
    const subject = await findSubject(tx, id)
    if (subject.end_refusal) throw new ApiError('conflict', subject.end_refusal)
    const { attempt_id, kind } = subject
    if (kind === 'exam' && attempt_id)
      await deps.examEnvironments.replaceEnvironment(tx, deps, { id, attempt_id }, { actor_id: by.actor.id, reason })
    else await endSubject(tx, deps, subject, message)
    await recordAudit(tx, { ...endEntry(subject, message), ...by, reason })
  })
  return readDeployment(deps, by.actor, id)
}

async function endSubject(tx: Db, deps: Pick<Deps, 'queue'>, subject: Subject, message?: string): Promise<void> {
  const deployment = await findDeployment(tx, subject.id)
  const text = [message, NO_COST].filter(Boolean).join(' ')
  const ended = await cancelDeployment(tx, deps, deployment, 'administrator', text)
  if (!ended) throw new ApiError('conflict', 'It has just ended or is ending.')
  await refundReset(tx, ended)
}

const endEntry = ({ id, username, lab, exam, state }: Subject, message?: string) => ({
  action: 'deployments.end' as const,
  subject: { type: 'deployment', id },
  before: { username, lab, ...(exam && { exam }), state },
  after: { username, lab, ...(exam && { exam }), state: 'ended', ...(message && { message }) },
})

/** Puts the account of a deployment on hold as evidence. A lab in it is ended and its credentials are revoked first. */
export async function holdDeployment(
  deps: Pick<Deps, 'db' | 'queue' | 'tenants'>,
  by: AuditActor,
  id: string,
  { reason }: Output<'deploymentHold'>,
) {
  await deps.db.transaction(async (tx) => {
    const { cloud } = await findSubject(tx, id)
    await lockPool(tx, cloud)
    await lockDeployment(tx, id)
    const { hold_refusal } = await findSubject(tx, id)
    if (hold_refusal) throw new ApiError('conflict', hold_refusal)
    await holdAccountOfDeployment(tx, deps, id, { ...by, reason })
  })
  return readDeployment(deps, by.actor, id)
}

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'config' | 'tenants' | 'examEnvironments'>

/**
 * Does what “Deploy again” does for a learner, after a failure on our side: current version of the lab, full time, no reset used. The deployment
 * joins the queue near the front. If the learner's page is closed, an account is reserved for them as usual. Concurrent retries are serialised by the
 * lock on the learner's account: the second one finds a newer deployment. For an exam whose builds failed, starts a new environment, as on the page
 * of the attempt.
 */
export async function retryDeployment(
  deps: NeededDeps,
  by: AuditActor,
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
        ? await replace(tx, deps, subject, { actor_id: by.actor.id, reason })
        : await deployAgain(tx, deps, subject)
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'deployments.retry',
      subject: { type: 'deployment', id: subject.id },
      before: { ...what, state: subject.state, reason: subject.reason },
      after: { ...what, state: row.state, deployment: row.id },
    })
    // Candidates see it in their exam room and in the time record, so they get no mail.
    if (kind !== 'exam') await queueMail(tx, await prepareMail(retryMail(subject, row, deps.config.publicUrl)))
    return row
  })
  return readDeployment(deps, by.actor, made.id)
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
  const begun = { ...(await findLab(tx, { id: lab_id })), ...snapshot.lab }
  const values = {
    user_id,
    lab_id,
    course_id,
    lesson_id,
    snapshot_id: await saveSnapshot(tx, lab_id, snapshot),
    cloud: begun.cloud,
    module_version: begun.module_version,
    stages: toWaitingStages(deps.clouds.stagesOf(begun)),
    priority: FRONT_PRIORITY,
    duration_seconds: begun.duration_minutes * 60,
  }
  return enqueue(tx, deps, values, { isPresent: false })
}

/**
 * Mail to a learner whose lab support restarts. If an account is held immediately, this replaces the usual “Your turn” mail: it has the same dedupe
 * key, so that the learner gets only one.
 */
function retryMail(
  { user_id, email, full_name, title }: Subject,
  { id, state, misses }: Pick<DeploymentRow, 'id' | 'state' | 'misses'>,
  publicUrl: string,
): OutgoingMail {
  const isHeld = state === 'held'
  return {
    kind: 'lab_support',
    to: email,
    userId: user_id,
    dedupeKey: isHeld ? `deployment:${id}:${state}:${misses}` : `deployment:${id}:retry`,
    content: {
      subject: isHeld ? `Your turn: ${title}` : `We are trying again: ${title}`,
      preview: 'Your lab failed because of us. We are starting it again.',
      heading: isHeld ? 'An account is reserved for you' : 'Your lab is waiting for an account',
      paragraphs: [
        greeting({ full_name }),
        `Your lab “${title}” ended because of a problem on our side. We have deployed it again for you. No reset was used, and your solved flags are saved.`,
        isHeld
          ? `A cloud account is reserved for you for ${HOLD_MINUTES} minutes. Open the lab and claim it to start the build. If you come later, you are near the front of the queue.`
          : 'You are near the front of the queue. When your turn comes, the lab starts automatically if its page is open. Otherwise, we hold an account for you.',
      ],
      action: { label: 'Open your dashboard', url: publicUrl + paths.dashboard },
    },
  }
}

const shared = {
  source: deploymentSource,
  resourceName: 'deployment',
  chunk: 20,
  lockFirst: lockPools,
  label: deploymentLabel,
} satisfies Partial<BulkAction>

const subjectsOf = (tx: Tx, items: Item[]) =>
  listSubjects(
    tx,
    items.map(({ id }) => id),
  )

export const deploymentBulkActions = (tenants: Tenants) =>
  ({
    'deployments.end': {
      ...shared,
      refusal: endManyRefusal,
      async apply(tx: Tx, items: Item[], { deps, actor, address, reason, jobId }: BulkRun): Promise<Outcome[]> {
        const subjects = await subjectsOf(tx, items)
        for (const subject of subjects) await endSubject(tx, deps, subject)
        await recordAudits(
          tx,
          subjects.map((subject) => ({ ...endEntry(subject), actor, address, reason, jobId })),
        )
        return subjects.map(({ id }) => ({ id }))
      },
    },
    'deployments.hold': {
      ...shared,
      refusal: holdRefusal,
      async apply(tx: Tx, items: Item[], { deps, actor, address, reason, jobId }: BulkRun): Promise<Outcome[]> {
        const subjects = await subjectsOf(tx, items)
        const by = { actor, address, reason: reason ?? '', jobId }
        for (const { id } of subjects) await holdAccountOfDeployment(tx, { ...deps, tenants }, id, by)
        return subjects.map(({ id }) => ({ id }))
      },
    },
  }) satisfies Record<string, BulkAction>
