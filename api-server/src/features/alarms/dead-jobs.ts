import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { AuditActor } from '../../identity/current-user.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue'>

/** More than these nobody reads on one page. */
const MOST = 100

/** The latest jobs that used up their tries, without their data: it may name people. */
export async function listDeadJobs({ queue }: Pick<Deps, 'queue'>): Promise<Accepted<'deadJob'>[]> {
  const dead = await queue.deadLetters()
  return dead.slice(0, MOST).map(({ id, job, died_at, retries, error }) => ({
    id,
    job,
    died_at,
    retries,
    error: messageOf(error),
  }))
}

/** The first line of what it said. */
function messageOf(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, 300) : 'It said nothing'
}

export const reviveDeadJob = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'jobs.revive', () => deps.queue.revive(id))

export const dismissDeadJob = (deps: NeededDeps, by: AuditActor, id: string) =>
  change(deps, by, id, 'jobs.dismiss', () => deps.queue.dismiss(id))

/** The queue has a connection of its own, so that the entry follows at once and not in one transaction. */
async function change(
  { db, queue }: NeededDeps,
  { actor, address }: AuditActor,
  id: string,
  action: AuditAction,
  act: () => Promise<boolean>,
): Promise<void> {
  const job = (await queue.deadLetters()).find((one) => one.id === id)
  if (!job || !(await act())) throw new ApiError('not_found', 'There is no such job among those that were given up.')
  await recordAudit(db, { actor, address, action, subject: { type: 'job', id }, before: { job: job.job } })
}
