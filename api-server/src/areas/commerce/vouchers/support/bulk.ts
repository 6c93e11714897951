import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../../extension-points/bulk-action.ts'
import type { OrderNumbers } from '../../../../ports/ports.ts'
import { changeEntitlements, revokeByVouchers } from '../../../catalogue/entitlements/index.ts'
import { queueVoucherMails } from '../jobs.ts'
import { voucherLabel } from '../sql.ts'
import * as queries from './bulk-queries.ts'
import { voucherSource } from './queries.ts'

export const voucherBulkActions = (orderNumbers: OrderNumbers) => {
  const vouchers = {
    source: voucherSource(orderNumbers),
    resourceName: 'voucher',
    label: voucherLabel,
    chunk: 100,
  } as const
  return {
    'vouchers.revoke': { ...vouchers, refusal: queries.revokeRefusal, apply: revoke },
    'vouchers.restore': { ...vouchers, refusal: queries.restoreRefusal, apply: restore },
    'vouchers.send': { ...vouchers, refusal: queries.sendRefusal, apply: send },
  } satisfies Record<string, BulkAction>
}

/** Revokes vouchers and the access they opened. The memo of each voucher allows an undo within ten minutes. */
async function revoke(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const found = await queries.listVouchers(tx, items)
  const ids = found.map(({ id }) => id)
  await queries.markRevoked(tx, ids, run.reason)
  const closed = Map.groupBy(await revokeByVouchers(tx, ids, run.reason), ({ voucher_id }) => voucher_id ?? '')
  await audit(tx, run, 'vouchers.revoke', found, ({ id, state, used }) => ({
    before: { state, used },
    after: { state: 'revoked', access_closed: closed.get(id)?.length ?? 0 },
  }))
  return found.map(({ id, state, reason, version }) => ({
    id,
    memo: { state, reason, version: version + 1, entitlements: (closed.get(id) ?? []).map((row) => row.id) },
  }))
}

/** Undoes the revocation of vouchers that have not changed since. */
async function restore(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const memos = new Map(items.map(({ id, memo }) => [id, memo as unknown as Memo | null]))
  const found = await queries.listVouchers(tx, items)
  const asLeft = found.filter(({ id, version }) => memos.get(id)?.version === version)
  await queries.restoreStates(
    tx,
    asLeft.map(({ id }) => ({ id, state: memos.get(id)?.state ?? '', reason: memos.get(id)?.reason ?? null })),
  )
  const revoked = asLeft.flatMap(({ id }) => memos.get(id)?.entitlements ?? [])
  await changeEntitlements(tx, revoked, 'restore')
  await audit(tx, run, 'vouchers.restore', asLeft, ({ id, state }) => ({
    before: { state },
    after: { state: memos.get(id)?.state, access_opened: memos.get(id)?.entitlements.length },
  }))
  return found.map((voucher) =>
    asLeft.includes(voucher)
      ? { id: voucher.id }
      : { id: voucher.id, refused: 'It was changed since it was revoked, so it stays revoked.' },
  )
}

interface Memo {
  state: string
  reason: string | null
  version: number
  entitlements: string[]
}

async function send(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const found = await queries.listVouchers(tx, items)
  await queueVoucherMails(
    tx,
    run.deps,
    found.map(({ id }) => id),
  )
  await audit(tx, run, 'vouchers.send', found, ({ recipient }) => ({ after: { mailed_to: recipient } }))
  return found.map(({ id }) => ({ id }))
}

const audit = (
  tx: Tx,
  { actor, reason, address, jobId }: BulkRun,
  action: AuditAction,
  found: queries.Voucher[],
  change: (voucher: queries.Voucher) => { before?: object; after: object },
) =>
  recordAudits(
    tx,
    found.map((voucher) => ({
      actor,
      reason,
      address,
      jobId,
      action,
      subject: { type: 'voucher', id: voucher.id },
      ...change(voucher),
    })),
  )
