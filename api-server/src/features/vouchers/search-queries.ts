import { inArray, or, sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'
import { searched } from './admin-queries.ts'
import { codeCandidates } from './code.ts'

const lastGroup = sql<string>`right(${vouchers.code}, 6)`

/** Finds vouchers by the whole code, by what is shown of it here, and by whom they are for. */
export const voucherSearch: SearchSource = {
  kind: 'voucher',
  operation: 'listVouchers',
  table: vouchers,
  where: (q) => or(inArray(vouchers.code, codeCandidates(q)), contains(searched, q)),
  keys: [sql`${vouchers.code}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: lastGroup,
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
