import { RelatedList } from '../../crud/RelatedList.tsx'
import { VoucherRows } from '../vouchers/VoucherRows.tsx'

/** The vouchers that the order brought: one a seat, and in a bundle one for each of its courses. */
export default function OrderSeats() {
  return (
    <RelatedList reference="vouchers" target="order" resourceLabel={['voucher', 'vouchers']}>
      <VoucherRows empty="Its vouchers appear here once it is paid." />
    </RelatedList>
  )
}
