import type { Db } from '../../db/open.ts'
import { audit } from '../../db/schema/index.ts'
import type { CurrentUser } from '../../http/call.ts'

export interface Change {
  /** The administrator; null when a job or the command line did it. */
  actor: Pick<CurrentUser, 'id' | 'username'> | null
  /** `users.update`, `cloud_accounts.nuke`: the feature and the verb. */
  action: string
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
  reason?: string | null | undefined
  address?: string | null | undefined
}

/** Writes a change into the audit log. `tx` is the transaction of the change itself: neither exists without the other (DOMAIN §8). */
export async function recordAudit(tx: Db, { actor, action, subject, before, after, reason, address }: Change) {
  await tx.insert(audit).values({
    actor_id: actor?.id ?? null,
    actor: actor?.username ?? null,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    address: address ?? null,
  })
}
