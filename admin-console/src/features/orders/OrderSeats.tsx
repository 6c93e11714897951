import { RelatedList } from '../../crud/RelatedList.tsx'
import { VoucherRows } from '../vouchers/VoucherList.tsx'

/** Vouchers issued for the order: one per seat, and for bundles one per seat and course. */
export default function OrderSeats() {
  return (
    <RelatedList reference="vouchers" target="order">
      <VoucherRows empty="Its vouchers appear here once it is paid." />
    </RelatedList>
  )
}
