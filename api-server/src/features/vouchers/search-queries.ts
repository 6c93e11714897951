import { asc, sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import { startsWith } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

/** By the beginning of its code: nobody types a whole one. */
export const vouchersFound: SearchSource = {
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
