import { sql } from 'drizzle-orm'
import { vouchers } from '../../../db/schema/index.ts'
import { LAST_GROUP } from './code.ts'

/** Label of a voucher in lists: the end of its code, which all administrators may see, and its recipient. */
export const voucherLabel = sql<string>`('…-' || right(${vouchers.code}, ${sql.raw(String(LAST_GROUP))})
  || coalesce(' · ' || ${vouchers.recipient}, ''))`
