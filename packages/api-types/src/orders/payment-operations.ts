import type { Rows } from '../contract/operation.ts'
import { anyone, finance, personal } from '../contract/row.ts'

export const paymentOperations = {
  receiveStripeEvent: anyone('POST /payments/stripe/events', {
    signedBody: true,
    bodyLimit: 256 * 1024,
    summary: 'Receives a signed Stripe event; Stripe retries after a 5xx',
  }),
} satisfies Rows

export const paymentAdminOperations = {
  listPaymentEvents: personal('GET /admin/payment_events', 'paymentEventRow[]', {
    list: { filter: 'paymentEventFilter', sorts: ['received_at'], defaultSort: ['received_at', 'DESC'] },
    summary: 'Events from payment providers, newest first',
  }),
  listTransfers: personal('GET /admin/orders/{id}/transfers', 'orderTransfers', {
    summary: 'Transfers received for an order, and the amount still due',
  }),
  recordTransfer: finance('POST /admin/orders/{id}/transfers', 'transferInput', 'orderTransfers', {
    idempotent: true,
    summary: 'Records a transfer for an order; the order is paid once the total has arrived',
  }),
  undoTransfer: finance('POST /admin/orders/{id}/transfers/{transfer_id}/undo', 'transferUndo', 'orderTransfers', {
    idempotent: true,
    summary: 'Reverses a wrong transfer entry with a counter entry',
  }),
  listPayouts: personal('GET /admin/payouts', 'payoutRow[]', {
    list: { filter: 'payoutFilter', sorts: ['arrives_at'], defaultSort: ['arrives_at', 'DESC'] },
    summary: 'Payouts of payment providers to our bank account',
  }),
  getPayout: personal('GET /admin/payouts/{id}', 'payoutRow', {
    summary: 'One payout, and whether its lines add up to its amount',
  }),
  listPayoutLines: personal('GET /admin/payout_lines', 'payoutLine[]', {
    list: { filter: 'payoutLineFilter', sorts: ['happened_at'], defaultSort: ['happened_at', 'ASC'] },
    summary: 'Lines of a payout, each with its order',
  }),
} satisfies Rows
