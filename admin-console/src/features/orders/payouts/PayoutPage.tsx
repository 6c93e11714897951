import type { PayoutLine, PayoutRow } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { ResourceLink } from '../../../crud/links.tsx'
import { RelatedList } from '../../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { Facts, RecordCard } from '../../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { formatDay, formatMoment, formatMoney } from '../../../lib/format.ts'
import { PayoutState } from './PayoutList.tsx'

const Col = Column<PayoutLine>

const kindWords: Record<PayoutLine['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  other: 'Other',
}

export default function PayoutPage() {
  return (
    <RecordPage<PayoutRow>
      refetchWhile={({ read_at }) => read_at === null}
      title={({ number }) => number}
      about={(payout) => (
        <>
          <PayoutState payout={payout} /> {formatMoney(payout)}
        </>
      )}
    >
      {(payout) => (
        <>
          <RecordCard title="Amount">
            <Facts
              facts={[
                ['Sent to the bank', formatMoney(payout)],
                [
                  'Sum of lines',
                  payout.lines_amount === null
                    ? 'loading'
                    : formatMoney({ amount: payout.lines_amount, currency: payout.currency }),
                ],
                ['Lines without an order', String(payout.unmatched)],
                ['At the bank', formatDay(payout.arrives_at)],
              ]}
            />
          </RecordCard>
          <Lines />
        </>
      )}
    </RecordPage>
  )
}

function Lines() {
  const payout = useRecordContext<PayoutRow>()
  if (!payout) return null
  const money = (amount: number) => formatMoney({ amount, currency: payout.currency })
  return (
    <RelatedList reference="payout_lines" resourceLabel={['line', 'lines']} target="payout">
      <Rows<PayoutLine>
        label="Lines"
        hiddenColumns={['number']}
        primaryText={({ kind, net }) => `${kindWords[kind]} ${money(net)}`}
        secondaryText={(line) => <Order line={line} />}
        empty="The lines have not been loaded yet."
      >
        <Col source="happened_at" label="Happened" render={(line) => formatMoment(line.happened_at)} />
        <Col source="kind" label="Kind" render={({ kind }) => kindWords[kind]} />
        <Col source="order" label="Order" render={(line) => <Order line={line} />} />
        <Col source="amount" label="Amount" align="right" render={({ amount }) => money(amount)} />
        <Col source="fee" label="Fee" align="right" render={({ fee }) => money(fee)} />
        <Col source="net" label="Net" align="right" render={({ net }) => money(net)} />
        <Col source="number" label="Line" render={({ number }) => <span className="mono">{number}</span>} />
      </Rows>
    </RelatedList>
  )
}

function Order({ line: { order_id, order, kind } }: { line: PayoutLine }) {
  if (order_id && order)
    return (
      <ResourceLink resource="orders" id={order_id}>
        <span className="mono">{order}</span>
      </ResourceLink>
    )
  return kind === 'fee' ? '—' : 'Unmatched'
}
