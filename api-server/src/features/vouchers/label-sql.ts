import { sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import { LAST_GROUP } from './code.ts'

/** What a voucher is called among many: the end of its code, which everybody may see, and for whom it is. */
export const voucherLabel = sql<string>`('…-' || right(${vouchers.code}, ${sql.raw(String(LAST_GROUP))})
  || coalesce(' · ' || ${vouchers.recipient}, ''))`
