import { sql } from 'drizzle-orm'
import { outbox, vouchers } from '../../../db/schema/index.ts'
import { isUndelivered } from '../../../mail/queries.ts'
import { LAST_GROUP } from './code.ts'

/** State of a voucher. An unused one past its date counts as expired, even before a job has marked it. */
export const voucherState = sql<(typeof vouchers.$inferSelect)['state']>`case
  when ${vouchers.state} = 'available' and ${vouchers.expires_at} <= now() then 'expired' else ${vouchers.state} end`

/** Label of a voucher in lists: the end of its code, which all administrators may see, and its recipient. */
export const voucherLabel = sql<string>`('…-' || right(${vouchers.code}, ${sql.raw(String(LAST_GROUP))})
  || coalesce(' · ' || ${vouchers.recipient}, ''))`

/** Ids of unused vouchers whose mail, to a recipient without an account, could not be sent. */
export const undeliveredVouchers = sql`(select v.id from ${outbox} join ${vouchers} v
  on lower(v.recipient) = lower(${outbox.recipient}) where ${isUndelivered} and ${outbox.user_id} is null and v.state = 'available')`
