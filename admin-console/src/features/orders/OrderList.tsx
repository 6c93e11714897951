import type { OrderRow } from '@flagyard/api-types'
import { CrudList } from '../../crud/CrudList.tsx'
import { byLink, byRecord, choices, day, type Filters, search, text } from '../../crud/filters.tsx'
import { OrderRows } from './OrderRows.tsx'
import { providerWords, stateWords } from './order-words.tsx'

const filters: Filters<'listOrders'> = {
  q: search('Number, buyer, company or title'),
  state: choices('State', Object.entries(stateWords) as [OrderRow['state'], string][]),
  disputed: byLink('Dispute', () => 'open'),
  provider: choices('Paid by', Object.entries(providerWords) as [OrderRow['provider'], string][]),
  paid_from: day('Paid from', 'start'),
  paid_until: day('Paid until', 'end'),
  paid_within_days: choices('Paid', [[30, 'Within 30 days']]),
  organisation_id: byRecord('Organisation', 'organisations'),
  username: text('Buyer (username)'),
}

export default function OrderList() {
  return (
    <CrudList<'listOrders'> filters={filters}>
      <OrderRows empty="Orders appear here as soon as a checkout is opened." />
    </CrudList>
  )
}
