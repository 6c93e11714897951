import { consolePaths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { OperationButton } from '../../crud/actions.tsx'
import { CrudList } from '../../crud/CrudList.tsx'
import { byLink, byRecord, choices, type Filters, search, text } from '../../crud/filters.tsx'
import { VoucherRows } from './VoucherRows.tsx'

const filters: Filters<'listVouchers'> = {
  q: search('Any part of a code, recipient, organisation'),
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
  organisation_id: byRecord('Organisation', 'organisations'),
  order: text('Order number'),
  recipient: text('Given to (e-mail)'),
  used_by: text('Used by (username)'),
  username: text('Anything to do with (username)'),
  undelivered: choices('E-mail', [[true, 'Could not be sent']]),
  batch: byLink('Batch', (id) => String(id).slice(0, 8)),
}

export default function VoucherList() {
  return (
    <CrudList<'listVouchers'>
      filters={filters}
      actions={
        <OperationButton
          operation="createCourseVouchers"
          to={consolePaths.newVouchers}
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" size={16} />}
        >
          New batch
        </OperationButton>
      }
    >
      <VoucherRows empty="Vouchers appear here when someone buys them, or when you create some." />
    </CrudList>
  )
}
