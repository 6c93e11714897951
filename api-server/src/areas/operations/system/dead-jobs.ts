import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue'>

/** Maximum number of dead jobs listed. */
const MAX_DEAD_JOBS = 100

/** Latest jobs that have used up their retries. Without their payload, which may contain names of people. */
export async function listDeadJobs({ queue }: Pick<Deps, 'queue'>): Promise<Accepted<'deadJob'>[]> {
  const dead = await queue.deadLetters(MAX_DEAD_JOBS)
  return dead.map(({ id, job, died_at, retries, error }) => ({
    id,
    job,
    died_at,
    retries,
    error: messageOf(error),
  }))
}

function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, 300) : 'No error message'
}

export const reviveDeadJob = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'jobs.revive', () => deps.queue.revive(id))

export const dismissDeadJob = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'jobs.dismiss', () => deps.queue.dismiss(id))

/** The queue uses its own connection, so the audit entry cannot be in the same transaction and is written right after. */
async function change(
  { db, queue }: NeededDeps,
  by: AuditActor,
  id: string,
  action: AuditAction,
  act: () => Promise<boolean>,
): Promise<void> {
  const job = await queue.findDeadLetter(id)
  if (!job || !(await act())) throw new ApiError('not_found', 'This job is not among the failed jobs.')
  await recordAudit(db, { ...by, action, subject: { type: 'job', id }, before: { job: job.job } })
}
