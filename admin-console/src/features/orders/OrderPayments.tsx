import type { AdminOrder, OrderDispute, OrderTransfers } from '@flagyard/api-types'
import { exponentOf, fromDecimal, toDecimal } from '@flagyard/api-types/contract/money'
import { NumberInput, required, useRecordContext } from 'react-admin'
import { actionsOn, CallButton, hasReason, RecordButtons, RecordMenu } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { DayInput, Text } from '../../crud/inputs.tsx'
import { CardColumns, Facts, Lines, Quiet, RecordCard } from '../../crud/record/RecordCards.tsx'
import { capitalised, countOf, formatDay, formatMoment, formatMoney } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { refundActions } from './actions.tsx'

/** Provider events, refunds and documents. */
export default function OrderPayments() {
  const order = useRecordContext<AdminOrder>()
  if (!order) return null
  return (
    <CardColumns
      left={
        <>
          <DisputePanel order={order} />
          <RecordCard title="Payment provider events">
            <Lines
              empty="No events from the payment provider."
              lines={order.payment_events.map(({ provider, event_id, kind, received_at }) => ({
                key: `${provider} ${event_id}`,
                text: (
                  <>
                    {capitalised(kind).replaceAll('_', ' ')} · <span className="mono">{event_id}</span>
                  </>
                ),
                when: formatMoment(received_at),
              }))}
            />
          </RecordCard>
        </>
      }
      right={
        <>
          {order.provider === 'invoice' && <TransfersCard order={order} />}
          <RecordCard title="Refunds">
            <Lines
              empty="No refunds."
              lines={order.refunds.map((refund) => ({
                key: refund.id,
                text: (
                  <>
                    {formatMoney(refund.amount)} · {refundWords[refund.state]}
                    {refund.seats > 0 && ` · ${countOf(refund.seats, 'seat')} revoked`} · {refund.reason}
                    {refund.note && ` · ${refund.note}`}{' '}
                    <RecordMenu
                      record={{ ...refund, order_id: order.id, version: order.version }}
                      actions={refundActions}
                      ariaLabel={`Refund of ${formatMoney(refund.amount)}`}
                      none={null}
                    />
                  </>
                ),
                when: formatMoment(refund.created_at),
              }))}
            />
          </RecordCard>
          <RecordCard title="Documents">
            <Lines
              empty="No invoices."
              lines={order.documents.map(({ id, number, kind, total, issued_at }) => ({
                key: id,
                text: (
                  <>
                    {kind === 'invoice' ? 'Invoice' : 'Credit note'} <span className="mono">{number}</span> ·{' '}
                    {formatMoney(total)}
                  </>
                ),
                when: formatMoment(issued_at),
              }))}
            />
          </RecordCard>
        </>
      }
    />
  )
}

const refundWords: Record<AdminOrder['refunds'][number]['state'], string> = {
  asked: 'requested',
  done: 'refunded',
  failed: 'failed',
}

/** Disputes of the order, with their deadlines and the evidence to submit. */
function DisputePanel({ order: { id, number, disputes } }: { order: AdminOrder }) {
  if (disputes.length === 0) return null
  const isOpen = disputes.some(({ state }) => state === 'open')
  return (
    <RecordCard title="Disputes">
      <Lines
        empty=""
        lines={disputes.map((dispute) => ({
          key: dispute.id,
          text: (
            <>
              {formatMoney(dispute.amount)} · <b>{stateWords[dispute.state]}</b>
              {dispute.reason && ` · ${dispute.reason.replaceAll('_', ' ')}`}
              {dispute.state === 'open' && dispute.due_at && ` · evidence due ${formatMoment(dispute.due_at)}`} ·{' '}
              <span className="mono">{dispute.number}</span>
            </>
          ),
          when: formatMoment(dispute.closed_at ?? dispute.opened_at),
        }))}
      />
      {isOpen && (
        <Quiet>
          Until the bank decides, unused vouchers and unfinished access are suspended, and the order cannot be refunded.
        </Quiet>
      )}
      <CallButton
        operation="getDisputeEvidence"
        size="small"
        call={(provider) => provider.call('getDisputeEvidence', { id })}
        saveAs={`evidence-${number}.zip`}
        successMessage="Evidence downloaded"
      >
        Download evidence (ZIP)
      </CallButton>
    </RecordCard>
  )
}

const stateWords: Record<OrderDispute['state'], string> = {
  open: 'waiting for the bank',
  won: 'won',
  lost: 'lost: the bank withdrew the money',
}

type Order = Pick<AdminOrder, 'id' | 'number' | 'allowed' | 'state'>

/** Bank transfers received for an order, with a form to record another. */
function TransfersCard({ order }: { order: Order }) {
  const { data, error } = useCall('listTransfers', { id: order.id }, { staleTime: 0 })
  const mayEnter = order.allowed.includes('record_transfer')
  return (
    <RecordCard title="Transfers">
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {!error && !data && <Quiet>Loading…</Quiet>}
      {data && (
        <>
          <Facts
            facts={[
              ['Received', `${formatMoney(data.received)} of ${formatMoney(data.total)}`],
              data.open.amount > 0 && ['Outstanding', formatMoney(data.open)],
              !!data.due_at && ['Due', formatDay(data.due_at)],
            ]}
          />
          <Lines
            empty="No transfers received."
            lines={data.transfers.map((transfer) => ({
              key: transfer.id,
              text: (
                <>
                  {formatMoney({ amount: transfer.amount, currency: data.total.currency })} · {transfer.reference}
                  {transfer.reason && ` · undone: ${transfer.reason}`}
                  {mayEnter && !transfer.undone && !transfer.undoes && (
                    <>
                      {' '}
                      <RecordButtons
                        record={{ ...transfer, order, version: data.version, allowed: [] }}
                        actions={undoActions}
                        size="small"
                      />
                    </>
                  )}
                </>
              ),
              when: formatDay(transfer.received_on),
            }))}
          />
          <RecordButtons record={{ ...data, order, allowed: order.allowed }} actions={transferActions} />
        </>
      )}
    </RecordCard>
  )
}

const transferActions = [
  actionsOn<OrderTransfers & { order: Order; allowed: Order['allowed'] }>()({
    name: 'record_transfer',
    operation: 'recordTransfer',
    label: 'Record transfer…',
    title: ({ order }) => `Record a transfer for ${order.number}`,
    body: ({ order, open, total: { currency } }) => (
      <>
        {order.state === 'cancelled' && (
          <p>
            <strong>This order was cancelled.</strong> If you record a full payment, it will be delivered and invoiced.
          </p>
        )}
        <p>
          {formatMoney(open)} is outstanding. The order is delivered once it is fully paid. Enter less for a partial
          payment.
        </p>
        <NumberInput
          source="amount"
          label={`Amount in ${currency}`}
          min={0}
          step={1 / 10 ** exponentOf(currency)}
          helperText={false}
          validate={[required('Enter an amount'), isAmountOf(currency)]}
        />
        <DayInput source="received_on" label="Received on" helperText={false} />
        <Text source="reference" label="Bank statement reference" maxLength={140} fullWidth />
      </>
    ),
    defaults: ({ open, order }) => ({
      amount: Number(toDecimal(open)),
      received_on: new Date().toISOString().slice(0, 10),
      reference: order.number,
    }),
    input: ({ order: { id }, version, total }, { amount, ...entry }) => ({
      id,
      transferInput: { version, amount: fromDecimal(String(amount), total.currency) ?? 0, ...entry },
    }),
    isReady: ({ amount, received_on, reference }) => !!amount && !!received_on && !!reference?.trim(),
    submit: 'Record transfer',
    success: 'Transfer recorded',
  }),
]

const isAmountOf = (currency: string) => (typed: number) =>
  Number.isNaN(fromDecimal(String(typed ?? ''), currency)) ? `${currency} has fewer decimal places` : undefined

const undoActions = [
  actionsOn<{ id: string; order: Order; version: number; allowed: string[] }>()({
    operation: 'undoTransfer',
    label: 'Undo…',
    title: 'Undo the transfer',
    body: 'Adds a reversing entry. Both entries remain visible, with your reason.',
    input: ({ id, order, version }, { reason }) => ({
      id: order.id,
      transfer_id: id,
      transferUndo: { version, reason },
    }),
    reason: true,
    isReady: hasReason,
    submit: 'Undo transfer',
    success: 'Transfer undone',
  }),
]
