import { asc, sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import { startsWith } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

/** Matches the beginning of the code, since people rarely type a whole one. */
export const voucherSearch: SearchSource = {
  kind: 'voucher',
  find: (db, q, limit) =>
    db
      .select({
        id: vouchers.code,
        title: vouchers.code,
        detail: sql<string>`${vouchers.kind} || ' · ' || ${vouchers.state}`,
        within: sql<null>`null`,
      })
      .from(vouchers)
      .where(startsWith(sql`${vouchers.code}`, q.toUpperCase()))
      .orderBy(asc(vouchers.code))
      .limit(limit),
}
