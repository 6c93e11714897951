import { RelatedList } from '../../crud/RelatedList.tsx'
import { VoucherRows } from '../vouchers/VoucherRows.tsx'

/** The seats of its orders, and what it was given without one. */
export default function OrganisationVouchers() {
  return (
    <RelatedList reference="vouchers" target="organisation_id" resourceLabel={['voucher', 'vouchers']}>
      <VoucherRows empty="The seats of its paid orders stand here, and vouchers that it was given." />
    </RelatedList>
  )
}
