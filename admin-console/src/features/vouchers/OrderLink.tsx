import type { VoucherRow } from '@flagyard/api-types'
import { ResourceLink } from '../../crud/links.tsx'

export const OrderLink = ({
  voucher: { order_id, order_number },
}: {
  voucher: Pick<VoucherRow, 'order_id' | 'order_number'>
}) =>
  order_id && order_number ? (
    <ResourceLink resource="orders" id={order_id}>
      <span className="mono">{order_number}</span>
    </ResourceLink>
  ) : (
    '—'
  )
