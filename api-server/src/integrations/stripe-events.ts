import type Stripe from 'stripe'
import type { PayoutLine, ProviderEvent } from './payments.ts'

type Facts = Partial<ProviderEvent> & Pick<ProviderEvent, 'kind'>

/** Takes out of an event what we go by. Nothing else of it is kept, least of all of a card or of whoever paid. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    happened_at: instant(event.created),
    order_id: null,
    amount: null,
    currency: null,
    ...factsOf(event),
  }
}

function factsOf(event: Stripe.Event): Facts {
  switch (event.type) {
    case 'checkout.session.completed': {
      const session = event.data.object
      // Some banks take days: then an event of its own says how that ended.
      return ofSession(session.payment_status === 'unpaid' ? 'pending' : 'paid', session)
    }
    case 'checkout.session.async_payment_succeeded':
      return ofSession('paid', event.data.object)
    case 'checkout.session.async_payment_failed':
      return ofSession('failed', event.data.object)
    case 'checkout.session.expired':
      return ofSession('cancelled', event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(event.data.object)
    case 'charge.refunded': {
      // The sum of all refunds; each of them is told by an event of its own, and those count.
      const charge = event.data.object
      return { kind: 'noted', payment: idOf(charge.payment_intent), ...price(charge.amount_refunded, charge.currency) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return ofDispute(event.data.object)
    case 'payout.paid':
    case 'payout.failed': {
      const { id, amount, currency, arrival_date } = event.data.object
      const kind = event.type === 'payout.paid' ? 'payout_paid' : 'payout_failed'
      return { kind, ...price(amount, currency), payout: { number: id, arrives_at: instant(arrival_date) } }
    }
    default:
      return { kind: 'noted' }
  }
}

const ofSession = (kind: ProviderEvent['kind'], session: Stripe.Checkout.Session): Facts => ({
  kind,
  order_id: session.client_reference_id,
  payment: idOf(session.payment_intent),
  ...price(session.amount_total, session.currency),
})

function ofRefund(refund: Stripe.Refund): Facts {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    kind: refund.status === 'succeeded' ? 'refunded' : failed ? 'refund_failed' : 'noted',
    payment: idOf(refund.payment_intent),
    provider_refund: refund.id,
    refund_id: refund.metadata?.refund_id,
    reason: refund.failure_reason ?? refund.reason ?? undefined,
    ...price(refund.amount, refund.currency),
  }
}

/** A bank's inquiry (`warning_…`) takes no money and is only noted: it may still become a dispute. */
function ofDispute(dispute: Stripe.Dispute): Facts {
  const kinds: Partial<Record<Stripe.Dispute.Status, ProviderEvent['kind']>> = {
    needs_response: 'dispute_opened',
    under_review: 'dispute_opened',
    won: 'dispute_won',
    lost: 'dispute_lost',
  }
  const { due_by } = dispute.evidence_details
  return {
    kind: kinds[dispute.status] ?? 'noted',
    payment: idOf(dispute.payment_intent),
    dispute_id: dispute.id,
    reason: dispute.reason,
    due_at: due_by ? instant(due_by) : undefined,
    ...price(dispute.amount, dispute.currency),
  }
}

/** A line of a payout; null for the payout itself, which stands among them with its own amount. */
export function toPayoutLine(line: Stripe.BalanceTransaction): PayoutLine | null {
  if (line.type === 'payout') return null
  return {
    number: line.id,
    kind: kindOf(line),
    amount: line.amount,
    fee: line.fee,
    net: line.net,
    payment: paymentOf(line.source),
    happened_at: instant(line.created),
  }
}

function kindOf({ type, source }: Stripe.BalanceTransaction): PayoutLine['kind'] {
  if (type === 'charge' || type === 'payment') return 'payment'
  if (/refund/.test(type)) return 'refund'
  if (typeof source === 'object' && source?.object === 'dispute') return 'dispute'
  return /fee/.test(type) ? 'fee' : 'other'
}

const paymentOf = (source: Stripe.BalanceTransaction['source']) =>
  source && typeof source === 'object' && 'payment_intent' in source ? idOf(source.payment_intent) : null

const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)

const price = (amount: number | null, currency: string | null) => ({
  amount,
  currency: currency?.toUpperCase() ?? null,
})

const instant = (seconds: number) => new Date(seconds * 1000)
