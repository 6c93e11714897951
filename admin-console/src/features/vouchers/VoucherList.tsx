import { CrudList } from '../../crud/CrudList.tsx'
import { byLink, choices, type Filters, search, text } from '../../crud/filters.tsx'
import { VoucherRows } from './VoucherRows.tsx'

const filters: Filters<'listVouchers'> = {
  q: search('Code, recipient, organisation'),
  kind: choices('Opens', [
    ['course', 'Course'],
    ['lab', 'Lab'],
    ['exam', 'Exam'],
  ]),
  state: choices('State', [
    ['available', 'Available'],
    ['activated', 'Activated'],
    ['expired', 'Expired'],
    ['suspended', 'Suspended'],
    ['revoked', 'Revoked'],
  ]),
  target: text('Slug of what it opens'),
  organisation: text('Organisation'),
  username: text('Username'),
  undelivered: choices('E-mail', [[true, 'Could not be sent']]),
  batch: byLink('Batch'),
}

export default function VoucherList() {
  return (
    <CrudList<'listVouchers'> filters={filters}>
      <VoucherRows empty="Vouchers appear here when someone buys them, or when you create some." />
    </CrudList>
  )
}
