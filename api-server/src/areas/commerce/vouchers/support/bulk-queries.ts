import { asc, inArray, sql } from 'drizzle-orm'
import type { Refusal } from '../../../../db/lists/list-source.ts'
import type { Db } from '../../../../db/open.ts'
import { deployments, entitlements, examAttempts, lessons, vouchers } from '../../../../db/schema/index.ts'
import type { Item } from '../../../../extension-points/bulk-action.ts'
import { voucherState } from '../sql.ts'

export type Voucher = typeof vouchers.$inferSelect

/** Whether a lab is deployed or an exam is booked through the voucher. */
const isInUse = sql`exists (select 1 from ${entitlements} e where e.voucher_id = "vouchers"."id" and e.revoked_at is null and (
  exists (select 1 from ${deployments} d where d.user_id = e.user_id and d.state in ('queued', 'held', 'provisioning', 'running')
    and (d.lab_id = e.lab_id or d.lab_id in (select l.lab_id from ${lessons} l where l.course_id = e.course_id)))
  or exists (select 1 from ${examAttempts} a where a.user_id = e.user_id and a.exam_id = e.exam_id
    and a.state in ('scheduled', 'preparing', 'active'))))`

/** Same rules as for a single voucher (revocation.ts, page.ts). The first match is the refusal message. */
export const revokeRefusal = (): Refusal => sql`case
  when ${vouchers.state} = 'revoked' then 'It is already revoked.'
  when ${isInUse} then 'A lab or an exam of it is in use. Revoke it on its own page, which shows who uses it.' end`

export const restoreRefusal = (): Refusal => sql`case when ${vouchers.state} <> 'revoked' then 'It is not revoked.' end`

export const sendRefusal = (): Refusal => sql`case
  when ${voucherState} <> 'available' then 'It can no longer be used.'
  when ${vouchers.recipient} is null then 'It has no recipient yet.' end`

export const listVouchers = (tx: Db, items: Item[]): Promise<Voucher[]> =>
  tx
    .select()
    .from(vouchers)
    .where(
      inArray(
        vouchers.id,
        items.map(({ id }) => id),
      ),
    )
    .orderBy(asc(vouchers.id))

export const markRevoked = (tx: Db, ids: string[], reason: string | null) =>
  tx
    .update(vouchers)
    .set({ state: 'revoked', reason, mail_waits: false, version: sql`${vouchers.version} + 1` })
    .where(inArray(vouchers.id, ids))

export const restoreStates = (tx: Db, states: { id: string; state: string; reason: string | null }[]) =>
  tx.execute(sql`update ${vouchers} set state = s.state, reason = s.reason, version = ${vouchers.version} + 1
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(id uuid, state text, reason text)
    where ${vouchers.id} = s.id`)
