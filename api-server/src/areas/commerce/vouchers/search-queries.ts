import { sql } from 'drizzle-orm'
import { vouchers } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import { hasSearchPart, matchesSearch } from './admin-queries.ts'
import { LAST_GROUP } from './code.ts'
import { seesCodes } from './visible-code.ts'

const lastGroup = sql<string>`right(${vouchers.code}, ${sql.raw(String(LAST_GROUP))})`

/** Searches vouchers by the part of their code that the caller may see, and by recipient. */
export const voucherSearch: SearchSource = {
  kind: 'voucher',
  operation: 'listVouchers',
  table: vouchers,
  where: (q, caller) => matchesSearch(q, seesCodes(caller)),
  having: (part, q, caller) => hasSearchPart(part, q, seesCodes(caller)),
  // Not sorted by code: codes with the same beginning are adjacent in that index, so reading a page might walk to its end.
  keys: [sql`${vouchers.created_at}`, sql`${vouchers.id}`],
  descending: true,
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: sql<string>`${vouchers.id}::text`,
        title: sql<string>`'…-' || ${lastGroup}`,
        detail: sql<string>`${vouchers.kind} || ' · ' || ${vouchers.state}`,
        within: sql<null>`null`,
      })
      .from(vouchers)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
