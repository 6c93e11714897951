import type { listMailsAbout } from '../../../../mail/queries.ts'
import type * as queries from './queries.ts'
import type { OrderWithBuyer } from './queries.ts'

type Listed<Query extends (...given: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<Query>>

interface OrderFacts {
  order: OrderWithBuyer
  payments: Listed<typeof queries.listPaymentEventsOf>
  refunds: Listed<typeof queries.listRefundsOf>
  documents: Listed<typeof queries.listDocumentsOf>
  mails: Listed<typeof listMailsAbout>
  done: Listed<typeof queries.listAuditOf>
}

interface Event {
  key: string
  at: Date
  kind: string
  subject: string
  detail: string | null
}

/** Events of an order, newest first. Events at the same time are in reverse order of cause and effect. */
export function orderTimeline({ order, payments, refunds, documents, mails, done }: OrderFacts): Event[] {
  const own = (kind: string, at: Date | null, detail: string | null = null) =>
    at ? [{ key: `order.${kind}`, at, kind: `order.${kind}`, subject: order.number, detail }] : []
  const events: Event[] = [
    ...own('placed', order.created_at),
    ...payments.map(({ provider, event_id, kind, received_at }) => ({
      key: `payment:${provider}:${event_id}`,
      at: received_at,
      kind: `payment.${kind}`,
      subject: provider,
      detail: event_id,
    })),
    ...own('paid', order.paid_at, lateness(order, payments)),
    ...own('fulfilled', order.fulfilled_at),
    ...documents.map(({ id, number, kind, issued_at }) => ({
      key: `document:${id}`,
      at: issued_at,
      kind: `document.${kind}`,
      subject: number,
      detail: null,
    })),
    ...refunds.map(({ id, reason, state, created_at }) => ({
      key: `refund:${id}`,
      at: created_at,
      kind: `refund.${state}`,
      subject: order.number,
      detail: reason,
    })),
    ...mails.map(({ id, subject, to, state, created_at, sent_at }) => ({
      key: `mail:${id}`,
      at: sent_at ?? created_at,
      kind: `mail.${state}`,
      subject,
      detail: `to ${to}`,
    })),
    ...done.map(({ id, at, action, actor, reason }) => ({
      key: `audit:${id}`,
      at,
      kind: 'audit',
      subject: action,
      detail: [actor ?? 'the system', reason].filter(Boolean).join(': '),
    })),
  ]
  if (endsUnpaid(order)) events.push(...own(order.state, order.closed_at))
  return events
    .map((event, step) => ({ event, step }))
    .sort((a, b) => b.event.at.getTime() - a.event.at.getTime() || b.step - a.step)
    .map(({ event }) => event)
}

/** Cancelled without a payment. Failures reported by the provider have their own events. */
const endsUnpaid = ({ state, paid_at }: OrderWithBuyer) => paid_at === null && state === 'cancelled'

/** Note on a payment that arrived after the order had been closed: the order is still fulfilled, or refunded. */
function lateness({ paid_at, fulfilled_at, closed_at, state }: OrderWithBuyer, payments: OrderFacts['payments']) {
  if (!paid_at) return null
  const said = payments.find(
    ({ kind, received_at }) => (kind === 'failed' || kind === 'cancelled') && received_at < paid_at,
  )
  // A refund overwrites `closed_at`, so the earlier closing is known only from the payment event.
  const wasClosed = said || (closed_at !== null && closed_at < paid_at)
  if (!wasClosed) return null
  const before = `The payment came after the order ${said?.kind === 'failed' ? 'had failed' : 'was cancelled'}.`
  if (fulfilled_at) return `${before} It was still for sale, so what was bought was delivered.`
  return state === 'refunded' ? `${before} It was no longer for sale, so the money goes back.` : before
}
