import { eq, sql } from 'drizzle-orm'
import { vouchers } from '../../db/schema/index.ts'
import type { HeldContent } from '../../extension-points/held-content.ts'

/** The voucher that opened an entitlement: used is used, whoever has what it opened. */
export const voucherHoldings: HeldContent = {
  async list(db, { voucher_id }) {
    if (!voucher_id) return []
    const rows = await db
      .select({ end: sql<string>`right(${vouchers.code}, 5)`, state: vouchers.state })
      .from(vouchers)
      .where(eq(vouchers.id, voucher_id))
    return rows.map(({ end, state }) => ({
      what: `Voucher …${end}, ${state}`,
      is: 'record',
      key: `voucher:${voucher_id}:${state}`,
    }))
  },
}
