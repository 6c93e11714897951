import { and, isNotNull, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { vouchers } from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule } from '../../extension-points/retention.ts'

/** Time at which the voucher became unusable. Revocations are dated only in the audit log, so revoked vouchers use their creation time. */
const end = sql`case ${vouchers.state} when 'activated' then ${vouchers.activated_at} when 'revoked' then ${vouchers.created_at}
  else ${vouchers.expires_at} end`

export const voucherRetention: readonly RetentionRule[] = [
  {
    name: 'vouchers',
    what: 'Vouchers, without the address',
    days: null,
    since: FOR_EVER,
    why: 'They belong to an order, or to whoever holds the code.',
    tables: [vouchers],
  },
  {
    name: 'voucher-recipients',
    what: 'The address a voucher was given to',
    days: 730,
    since: 'after it was used up, ran out or was taken back',
    why: 'To answer questions about who was given what.',
    tables: [vouchers],
    async prune({ db }, { days, limit }) {
      const old = and(isNotNull(vouchers.recipient), isOlder(vouchers.created_at, days), isOlder(end, days))
      const emptied = await db
        .update(vouchers)
        .set({ recipient: null, version: sql`${vouchers.version} + 1` })
        .where(inBatch(vouchers, old, limit))
        .returning({ id: vouchers.id })
      return emptied.length
    },
  },
]
