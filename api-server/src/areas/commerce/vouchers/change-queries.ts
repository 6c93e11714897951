import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.ts'
import { vouchers } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import type { NewVoucher } from './queries.ts'
import { currentState } from './state-sql.ts'

/** Locks the voucher until the transaction ends. */
export async function lockVoucher(tx: Tx, id: string) {
  const [row] = await tx
    .select({ voucher: vouchers, state: currentState })
    .from(vouchers)
    .where(eq(vouchers.id, id))
    .for('update')
  if (!row) throw new ApiError('not_found', 'There is no such voucher.')
  return row
}

/** Changes a locked voucher. */
export const updateVoucher = (
  tx: Tx,
  id: string,
  change: Partial<Pick<NewVoucher, 'state' | 'reason' | 'recipient' | 'code' | 'expires_at' | 'mail_waits'>>,
) =>
  tx
    .update(vouchers)
    .set({ ...change, version: sql`${vouchers.version} + 1` })
    .where(eq(vouchers.id, id))
