import { sql } from 'drizzle-orm'
import { outbox, vouchers } from '../../../db/schema/index.ts'
import { isUndelivered } from '../../../mail/undelivered-sql.ts'

/** Ids of unused vouchers whose mail, to a recipient without an account, could not be sent. */
export const undeliveredVouchers = sql`(select v.id from ${outbox} join ${vouchers} v
  on lower(v.recipient) = lower(${outbox.recipient}) where ${isUndelivered} and ${outbox.user_id} is null and v.state = 'available')`
