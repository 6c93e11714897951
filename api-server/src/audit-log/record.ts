import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Db } from '../db/open.ts'
import { audit } from '../db/schema/index.ts'
import type { CurrentUser } from '../identity/current-user.ts'

export interface Change {
  /** The administrator. `command line` for commands on the server, null for a job. */
  actor: Pick<CurrentUser, 'id' | 'username'> | 'command line' | null
  action: AuditAction
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
  reason?: string | null | undefined
  address?: string | null | undefined
  /** Bulk job that makes the change. */
  jobId?: string
}

/** Writes a change into the audit log. `tx` must be the transaction of the change itself, so that neither exists without the other. */
export const recordAudit = (tx: Db, change: Change) => recordAudits(tx, [change])

/** Same for many changes of one transaction, with one statement. */
export async function recordAudits(tx: Db, changes: Change[]) {
  if (changes.length > 0) await tx.insert(audit).values(changes.map(entryOf))
}

function entryOf({ actor, action, subject, before, after, reason, address, jobId }: Change) {
  const account = typeof actor === 'string' ? null : actor
  return {
    actor_id: account?.id ?? null,
    actor: typeof actor === 'string' ? actor : (account?.username ?? null),
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    address: address ?? null,
    job_id: jobId ?? null,
  }
}
