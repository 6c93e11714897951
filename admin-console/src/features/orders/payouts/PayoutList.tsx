import type { PayoutRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../../crud/list/filters.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { formatDay, formatMoney } from '../../../lib/format.ts'

const Col = Column<PayoutRow>

const filters: Filters<'listPayouts'> = {
  q: search('Payout number'),
  unmatched: choices('Needs attention', [[true, 'Lines without an order']]),
}

export default function PayoutList() {
  return (
    <CrudList<'listPayouts'> filters={filters}>
      <Rows<PayoutRow>
        primaryText={({ number }) => <span className="mono">{number}</span>}
        tertiaryText={(payout) => <PayoutState payout={payout} />}
        secondaryText={(payout) => (
          <>
            {formatMoney(payout)} · {formatDay(payout.arrives_at)}
          </>
        )}
        empty="No payouts yet. Transfers from the payment provider to the bank appear here."
      >
        <Col source="number" label="Payout" link mono />
        <Col source="arrives_at" label="At the bank" render={(payout) => formatDay(payout.arrives_at)} />
        <Col source="amount" label="Amount" align="right" render={(payout) => formatMoney(payout)} />
        <Col source="unmatched" label="Without an order" align="right" />
        <Col source="state" label="State" render={(payout) => <PayoutState payout={payout} />} />
      </Rows>
    </CrudList>
  )
}

/** Reconciliation state: lines loaded, sum equal to the payout's amount, and all lines matched to an order. */
export function PayoutState({ payout }: { payout: PayoutRow }) {
  if (payout.state === 'failed') return <Chip tone="bad">Failed</Chip>
  if (payout.read_at === null) return <Chip tone="info">Loading lines</Chip>
  if (payout.lines_amount !== payout.amount) return <Chip tone="bad">Sum does not match</Chip>
  return payout.unmatched > 0 ? <Chip tone="warn">Lines without an order</Chip> : <Chip tone="good">Matched</Chip>
}
