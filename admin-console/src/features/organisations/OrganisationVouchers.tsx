import { RelatedList } from '../../crud/RelatedList.tsx'
import { VoucherRows } from '../vouchers/VoucherList.tsx'

/** Seats from the organisation's orders, and vouchers granted to it without an order. */
export default function OrganisationVouchers() {
  return (
    <RelatedList reference="vouchers" target="organisation_id" resourceLabel={['voucher', 'vouchers']}>
      <VoucherRows empty="The seats of its paid orders stand here, and vouchers that it was given." />
    </RelatedList>
  )
}
