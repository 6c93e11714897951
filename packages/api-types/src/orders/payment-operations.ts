import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const paymentOperations = {
  receiveStripeEvent: {
    method: 'POST',
    path: '/payments/stripe/events',
    auth: 'public',
    signedBody: true,
    extension: true,
    summary: 'Takes an event that Stripe signed; 5xx asks Stripe to send it again',
  },
} as const satisfies Rows

export const paymentAdminOperations = {
  listPaymentEvents: {
    method: 'GET',
    path: '/admin/payment_events',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'paymentEventFilter', sorts: ['received_at'], defaultSort: ['received_at', 'DESC'] },
    returns: 'paymentEventRow[]',
    extension: true,
    summary: 'What payment providers told us, newest first',
  },
  listTransfers: {
    method: 'GET',
    path: '/admin/orders/{id}/transfers',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'orderTransfers',
    extension: true,
    summary: 'What arrived for an order by transfer, and what is still missing',
  },
  recordTransfer: {
    method: 'POST',
    path: '/admin/orders/{id}/transfers',
    auth: 'admin',
    capabilities: ['finance'],
    body: 'transferInput',
    returns: 'orderTransfers',
    idempotent: true,
    extension: true,
    summary: 'Records a transfer for an order, which is paid once its total arrived',
  },
  undoTransfer: {
    method: 'POST',
    path: '/admin/orders/{id}/transfers/{transfer_id}/undo',
    auth: 'admin',
    capabilities: ['finance'],
    body: 'transferUndo',
    returns: 'orderTransfers',
    idempotent: true,
    extension: true,
    summary: 'Undoes a wrong entry of a transfer by a counter entry',
  },
  listPayouts: {
    method: 'GET',
    path: '/admin/payouts',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'payoutFilter', sorts: ['arrives_at'], defaultSort: ['arrives_at', 'DESC'] },
    returns: 'payoutRow[]',
    extension: true,
    summary: 'What payment providers sent to our bank',
  },
  getPayout: {
    method: 'GET',
    path: '/admin/payouts/{id}',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'payoutPage',
    extension: true,
    summary: 'One payout with its lines and their orders',
  },
} as const satisfies Rows
