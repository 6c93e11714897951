import type { PayoutRow } from '@flagyard/api-types'
import { CrudList } from '../../../crud/CrudList.tsx'
import { choices, type Filters, search } from '../../../crud/filters.tsx'
import { Column, Rows } from '../../../crud/Rows.tsx'
import { formatDay, formatMoney } from '../../../lib/format.ts'
import { PayoutState } from './PayoutState.tsx'

const Col = Column<PayoutRow>

const filters: Filters<'listPayouts'> = {
  q: search('Number of the payout'),
  unmatched: choices('Needs a look', [[true, 'Lines without an order']]),
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
        empty="What the payment provider sends to the bank appears here."
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
