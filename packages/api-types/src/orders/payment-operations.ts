import type { Rows } from '../contract/operation.ts'
import { anyone, finance, personal } from '../contract/row.ts'

export const paymentOperations = {
  receiveStripeEvent: anyone('POST /payments/stripe/events', {
    signedBody: true,
    bodyLimit: 256 * 1024,
    summary: 'Takes an event that Stripe signed; 5xx asks Stripe to send it again',
  }),
} satisfies Rows

export const paymentAdminOperations = {
  listPaymentEvents: personal('GET /admin/payment_events', 'paymentEventRow[]', {
    list: { filter: 'paymentEventFilter', sorts: ['received_at'], defaultSort: ['received_at', 'DESC'] },
    summary: 'What payment providers told us, newest first',
  }),
  listTransfers: personal('GET /admin/orders/{id}/transfers', 'orderTransfers', {
    summary: 'What arrived for an order by transfer, and what is still missing',
  }),
  recordTransfer: finance('POST /admin/orders/{id}/transfers', 'transferInput', 'orderTransfers', {
    idempotent: true,
    summary: 'Records a transfer for an order, which is paid once its total arrived',
  }),
  undoTransfer: finance('POST /admin/orders/{id}/transfers/{transfer_id}/undo', 'transferUndo', 'orderTransfers', {
    idempotent: true,
    summary: 'Undoes a wrong entry of a transfer by a counter entry',
  }),
  listPayouts: personal('GET /admin/payouts', 'payoutRow[]', {
    list: { filter: 'payoutFilter', sorts: ['arrives_at'], defaultSort: ['arrives_at', 'DESC'] },
    summary: 'What payment providers sent to our bank',
  }),
  getPayout: personal('GET /admin/payouts/{id}', 'payoutRow', {
    summary: 'One payout, and whether its lines come to its amount',
  }),
  listPayoutLines: personal('GET /admin/payout_lines', 'payoutLine[]', {
    list: { filter: 'payoutLineFilter', sorts: ['happened_at'], defaultSort: ['happened_at', 'ASC'] },
    summary: 'What a payout consists of, each line with its order',
  }),
} satisfies Rows
