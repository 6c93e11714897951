import type Stripe from 'stripe'
import { z } from 'zod'
import type { PayoutLine, ProviderEvent } from './payments.ts'

type Facts = Partial<ProviderEvent> & Pick<ProviderEvent, 'kind'>

const text = z
  .string()
  .max(500)
  .refine((value) => !value.includes('\0') && value.isWellFormed())
const seconds = z.int().min(0).max(253_402_300_799)
const named = z.union([text, z.looseObject({ id: text })]).nullish()
const country = z.looseObject({ country: text.nullish() }).nullish()

/** The envelope of every event. */
const envelope = z.looseObject({
  id: text.min(1),
  type: text,
  livemode: z.boolean(),
  created: seconds,
  data: z.looseObject({ object: z.looseObject({}) }),
})

/** Fields that we read from any object; amounts are checked by `price`. */
const readFields = z.looseObject({
  id: text.optional(),
  status: text.nullish(),
  payment_status: text.nullish(),
  client_reference_id: text.nullish(),
  payment_intent: named,
  amount: z.number().nullish(),
  amount_total: z.number().nullish(),
  amount_refunded: z.number().nullish(),
  currency: text.nullish(),
  metadata: z.record(text, text).nullish(),
  reason: text.nullish(),
  failure_reason: text.nullish(),
  arrival_date: seconds.optional(),
  evidence_details: z.looseObject({ due_by: seconds.nullish() }).optional(),
  customer_details: z.looseObject({ address: country }).nullish(),
  billing_details: z.looseObject({ address: country }).nullish(),
  payment_method_details: z.looseObject({ card: country }).nullish(),
})

/** Fields that must be present to process an event of the type. */
const requiredFields: Record<string, string[]> = {
  'charge.dispute.created': ['id', 'evidence_details'],
  'charge.dispute.updated': ['id', 'evidence_details'],
  'charge.dispute.closed': ['id', 'evidence_details'],
  'refund.created': ['id'],
  'refund.updated': ['id'],
  'refund.failed': ['id'],
  'payout.paid': ['id', 'arrival_date'],
  'payout.failed': ['id', 'arrival_date'],
}

/** Types of events that we read. */
export const readTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.succeeded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'payout.paid',
  'payout.failed',
] as const

const checkedTypes = /^(checkout\.session|refund|charge|payout)\./

/** Whether the fields that we read have the format documented by Stripe. */
export function isReadable(event: unknown): event is Stripe.Event {
  const { success, data } = envelope.safeParse(event)
  if (!success) return false
  if (!checkedTypes.test(data.type)) return true
  const { object } = data.data
  const isComplete = (requiredFields[data.type] ?? []).every((field) => object[field] !== undefined)
  return isComplete && readFields.safeParse(object).success
}

/** Extracts the facts we use from an event. Of the payer's data only the country is stored, as evidence for tax; nothing about a card. */
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
      // Some banks take days; a separate event then reports the outcome.
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
      // The sum of all refunds. Only noted, because each refund has its own event, which counts.
      const charge = event.data.object
      return { kind: 'noted', payment: idOf(charge.payment_intent), ...price(charge.amount_refunded, charge.currency) }
    }
    case 'charge.succeeded': {
      // Its metadata is that of the payment. The money itself is reported by the session.
      const { metadata, payment_intent, payment_method_details, billing_details, amount, currency } = event.data.object
      return {
        kind: 'noted',
        order_id: metadata.order_id ?? null,
        payment: idOf(payment_intent),
        countries: countriesOf([billing_details?.address?.country, payment_method_details?.card?.country]),
        ...price(amount, currency),
      }
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
  countries: countriesOf([session.customer_details?.address?.country]),
  ...price(session.amount_total, session.currency),
})

const countriesOf = (found: (string | null | undefined)[]) => [
  ...new Set(found.flatMap((code) => (code && /^[A-Z]{2}$/.test(code) ? [code] : []))),
]

function ofRefund(refund: Stripe.Refund): Facts {
  return {
    kind: refund.status === 'succeeded' ? 'refunded' : hasFailed(refund.status) ? 'refund_failed' : 'noted',
    payment: idOf(refund.payment_intent),
    provider_refund: refund.id,
    refund_id: refund.metadata?.refund_id,
    reason: refund.failure_reason ?? refund.reason ?? undefined,
    ...price(refund.amount, refund.currency),
  }
}

/** Whether a refund with this status sent no money. */
export const hasFailed = (status: string | null) => status === 'failed' || status === 'canceled'

/** A bank's inquiry (`warning_…`) takes no money and is only noted; it may still become a dispute. */
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

/** A line of a payout; null for the payout itself, which is included in the list with its own amount. */
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

/** An amount that is not a whole number of minor units is stored only as text. */
const price = (amount: number | null | undefined, currency: string | null | undefined) => ({
  amount: Number.isSafeInteger(amount) ? (amount ?? null) : null,
  ...(typeof amount === 'number' && !Number.isSafeInteger(amount) && { unreadable_amount: String(amount) }),
  currency: currency?.toUpperCase() ?? null,
})

const instant = (seconds: number) => new Date(seconds * 1000)
