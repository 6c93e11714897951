import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { accessMail } from '../../../catalogue/entitlements/index.ts'
import { type Changed, listChanged } from './queries.ts'

const actions = {
  extended: 'entitlements.extend',
  suspended: 'entitlements.suspend',
  resumed: 'entitlements.resume',
  revoked: 'entitlements.revoke',
  restored: 'entitlements.restore',
  shortened: 'entitlements.shorten',
} as const satisfies Record<string, AuditAction>

interface Written {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  until?: Date | null
  /** Data for an undo. */
  memo?: Record<string, unknown>
}

/** Writes an audit record and a mail for each row, and applies `each` if given. */
export async function changeMany(
  tx: Tx,
  items: Item[],
  run: BulkRun,
  what: keyof typeof actions,
  each?: (found: Changed) => Promise<Written>,
): Promise<Outcome[]> {
  const found = await listChanged(tx, items)
  const reason = run.reason ?? 'Undone'
  const written = new Map<string, Written>()
  for (const one of found) {
    const more = (await each?.(one)) ?? {}
    written.set(one.row.id, more)
    const told = { title: one.title, until: more.until ?? one.row.ends_at, reason }
    await queueMail(tx, await prepareMail(accessMail(one.account, what, told, run.deps.config.publicUrl)))
  }
  await recordAudits(
    tx,
    found.map(({ row, account, kind, slug }) => ({
      action: actions[what],
      actor: run.actor,
      address: run.address,
      jobId: run.jobId,
      reason,
      subject: { type: 'user', id: account.username },
      before: { [kind]: slug, ...written.get(row.id)?.before },
      after: { [kind]: slug, state: what, ...written.get(row.id)?.after },
    })),
  )
  return found.map(({ row: { id } }) => {
    const memo = written.get(id)?.memo
    return { id, ...(memo && { memo }) }
  })
}
