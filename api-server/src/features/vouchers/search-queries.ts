import { asc, inArray, or, sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'
import { searched } from './admin-queries.ts'
import { codeCandidates } from './code.ts'

const lastGroup = sql<string>`right(${vouchers.code}, 6)`

const matching = (q: string) => or(inArray(vouchers.code, codeCandidates(q)), contains(searched, q))

/** Finds vouchers by the whole code, by what is shown of it here, and by whom they are for. */
export const voucherSearch: SearchSource = {
  kind: 'voucher',
  operation: 'listVouchers',
  table: vouchers,
  where: matching,
  find: (db, q, limit) =>
    db
      .select({
        id: lastGroup,
        title: sql<string>`'…-' || ${lastGroup}`,
        detail: sql<string>`${vouchers.kind} || ' · ' || ${vouchers.state}`,
        within: sql<null>`null`,
      })
      .from(vouchers)
      .where(matching(q))
      .orderBy(asc(vouchers.code))
      .limit(limit),
}
