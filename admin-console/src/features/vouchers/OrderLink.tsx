import type { VoucherRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'

/** The order that it came from, among those of its buyer. */
export function OrderLink({
  voucher: { order_number, buyer },
}: {
  voucher: Pick<VoucherRow, 'order_number' | 'buyer'>
}) {
  if (!order_number) return '—'
  const number = <span className="mono">{order_number}</span>
  return buyer ? <Link to={`${consolePaths.user(buyer)}/orders`}>{number}</Link> : number
}
