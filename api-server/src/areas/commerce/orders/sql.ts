import { sql } from 'drizzle-orm'
import { entitlements, orders, vouchers } from '../../../db/schema/index.ts'

/**
 * Whether the order `orders` paid for content that its buyer already has through the order `other`: an order for the buyer
 * themselves whose code is unused, because the buyer had access when the payment arrived. False once the seat is refunded or passed
 * on.
 */
export const isPaidTwice = sql`${orders.state} in ('fulfilled', 'partially_refunded') and ${orders.quantity} = 1 and not ${orders.gift}
  and ${orders.refunded_amount} < ${orders.total_amount} and other.user_id = ${orders.user_id} and other.id <> ${orders.id}
  and exists (select 1 from ${vouchers} v join ${entitlements} e on e.user_id = ${orders.user_id} and e.order_id = other.id
    and e.revoked_at is null and (e.course_id = v.course_id or e.lab_id = v.lab_id or e.exam_id = v.exam_id)
    where v.order_id = ${orders.id} and v.state = 'available' and v.used = 0 and v.recipient is null)`

/** SQL version of `hasSeats`: a paid order that is not a single seat for its buyer. */
export const isSeated = sql<boolean>`(${orders.fulfilled_at} is not null and not (${orders.quantity} = 1 and not ${orders.gift}))`
