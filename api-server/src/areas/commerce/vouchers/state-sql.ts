import { sql } from 'drizzle-orm'
import { vouchers } from '../../../db/schema/index.ts'

/** An unused voucher past its date counts as expired even before a sweep has marked it. */
export const currentState = sql<(typeof vouchers.$inferSelect)['state']>`case
  when ${vouchers.state} = 'available' and ${vouchers.expires_at} <= now() then 'expired' else ${vouchers.state} end`
