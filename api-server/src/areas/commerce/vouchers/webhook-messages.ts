import type { Db } from '../../../db/open.ts'
import { queueWebhooks } from '../../platform/webhooks/service.ts'
import type { VoucherRow } from './queries.ts'

/** Reports that a seat of an order was used. Vouchers without an order are not seats. */
export async function queueUseWebhook(
  tx: Db,
  voucher: Pick<VoucherRow, 'id' | 'order_id' | 'seat' | 'kind'>,
  { slug, title }: { slug: string; title: string },
) {
  const { id, order_id, seat, kind } = voucher
  if (order_id === null || seat === null) return
  await queueWebhooks(tx, [{ type: 'seat.used', data: { order_id, voucher_id: id, seat, kind, slug, title } }])
}
