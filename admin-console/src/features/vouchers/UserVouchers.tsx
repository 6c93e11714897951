import { RelatedList } from '../../crud/RelatedList.tsx'
import { VoucherRows } from './VoucherList.tsx'

export default function UserVouchers() {
  return (
    <RelatedList reference="vouchers">
      <VoucherRows empty="Vouchers that this person bought, was sent or used appear here." />
    </RelatedList>
  )
}
