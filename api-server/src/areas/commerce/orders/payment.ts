import { formatExact } from '@flagyard/api-types/contract/money'
import type { Tx } from '../../../db/open.ts'
import type { PaymentFacts } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { PaymentEvent } from '../../../integrations/payments.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { findAccount } from '../../platform/auth/index.ts'
import { issueInvoice } from './documents/issue.ts'
import { findContentPath, fulfilOrder, prepareFulfilment } from './fulfil.ts'
import { refundedMail } from './mails.ts'
import * as events from './payment-queries.ts'
import { withPayment } from './pricing/tax.ts'
import * as queries from './queries.ts'
import { closeDispute, openDispute } from './refunds/disputes.ts'
import { applyFailedRefund, applyRefund, recordRefund } from './refunds/record.ts'

import { applied, assertTransition, canTransition, type EventResult, isPaid, noEffect, refused } from './transitions.ts'
import { queuePaidWebhook } from './webhook-messages.ts'

/** A lost dispute ends labs and exams, hence `queue` and `clouds`. */
export type PaymentDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'clouds'>

/**
 * Handles a provider's event about an order. The event is stored and applied in one transaction, so an event that arrives twice,
 * late or out of order takes effect once, and the provider can resend it after an error. Only these events decide whether an order
 * is paid, never the page that the buyer returns to. Throws a 409 for an event that is impossible for the order.
 */
export async function handlePayment(deps: PaymentDeps, provider: string, event: PaymentEvent): Promise<void> {
  const prepared = await preparePayment(deps, event)
  await deps.db.transaction(async (tx) => {
    const order = await queries.lockOrder(tx, event.order_id)
    const stored = await events.storeEvent(tx, { ...rowOf(event), provider })
    if (!stored) return
    const result = await applyPayment(tx, deps, order, event, prepared)
    if (result.outcome === 'refused') throw new ApiError('conflict', result.note)
    await events.saveOutcome(tx, stored, result)
  })
}

/** Mails and vouchers of a payment. They are slow to prepare, so this happens before any row is locked. */
type PreparedPayment = Awaited<ReturnType<typeof preparePayment>>

export async function preparePayment(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { kind, order_id }: Pick<PaymentEvent, 'kind' | 'order_id'>,
) {
  const found = await queries.findOrder(db, order_id)
  const buyer = found && (await findAccount(db, found.user_id))
  if (!found || !buyer) throw new ApiError('not_found', 'There is no such order.')
  if (kind !== 'paid') return null
  return {
    fulfilment: await prepareFulfilment(config.publicUrl, found, buyer, await findContentPath(db, found)),
    refundMail: await prepareMail(refundedMail(found, buyer, config.publicUrl)),
  }
}

export const rowOf = (event: PaymentEvent) => ({
  event_id: event.id,
  kind: event.kind,
  order_id: event.order_id,
  payment: event.payment ?? null,
  amount: event.amount,
  currency: event.currency,
  facts: factsOf(event),
})

export const factsOf = ({ refund_id, provider_refund, dispute_id, reason, due_at, countries }: Facts) =>
  withoutUndefined({
    refund_id,
    provider_refund,
    dispute_id,
    reason,
    due_at: due_at?.toISOString(),
    countries: countries?.length ? countries : undefined,
  })

type Facts = Pick<PaymentEvent, 'refund_id' | 'provider_refund' | 'dispute_id' | 'reason' | 'due_at' | 'countries'>

const withoutUndefined = (facts: { [K in keyof PaymentFacts]: PaymentFacts[K] | undefined }): PaymentFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** Rebuilds a stored event so that it can be applied. */
export const eventOf = ({ event_id, facts, ...row }: events.StoredEvent, order_id: string): PaymentEvent => ({
  id: event_id,
  kind: row.kind as PaymentEvent['kind'],
  order_id,
  amount: row.amount ?? 0,
  currency: row.currency ?? '',
  payment: row.payment,
  ...facts,
  due_at: facts.due_at ? new Date(facts.due_at) : undefined,
})

/** Applies an event to its order, which the caller has locked. */
export async function applyPayment(
  tx: Tx,
  deps: PaymentDeps,
  order: queries.OrderRow,
  event: PaymentEvent,
  prepared: PreparedPayment,
): Promise<EventResult> {
  switch (event.kind) {
    case 'paid':
      return applyPaid(tx, deps, order, event, prepared)
    case 'pending':
      if (!isOpen(order)) return noEffect('The order was already paid or closed.')
      await events.extendExpiry(tx, order.id)
      return { ...applied, note: 'The buyer’s bank is still processing the payment.' }
    case 'noted':
      await addCountries(tx, order, event.countries)
      return noEffect('Its countries were saved as tax evidence of the order.')
    case 'failed':
    case 'cancelled':
      return applyUnpaid(tx, order, event.kind)
    default:
      return applyAfterwards(tx, deps, order, event)
  }
}

const isOpen = ({ state }: queries.OrderRow) => state === 'draft' || state === 'awaiting_payment'

async function applyPaid(
  tx: Tx,
  deps: PaymentDeps,
  order: queries.OrderRow,
  { amount, currency, payment = null, countries }: PaymentEvent,
  prepared: PreparedPayment,
): Promise<EventResult> {
  if (amount !== order.total_amount || currency !== order.currency)
    return refused('The payment does not match the total of this order.')
  if (isPaid(order.state) || order.state === 'refunded')
    return payment && order.provider_payment && payment !== order.provider_payment
      ? refused(`This order was paid twice. Refund ${formatExact({ amount, currency })}.`)
      : noEffect('The order is already paid.')
  assertTransition(order.state, 'paid')
  if (!prepared) throw new Error('A payment was not prepared')
  if (payment) await events.updateOrder(tx, order.id, { provider_payment: payment })
  await addCountries(tx, order, countries)
  const paid = await queries.setOrderState(tx, order.id, 'paid')
  await queuePaidWebhook(tx, paid)
  if (paid.billing?.invoice_email) await deps.queue.send(tx, 'orders.mail_documents', { id: paid.id })
  const isLate = order.state === 'failed' || order.state === 'cancelled'
  if (isLate && !(await queries.findForSale(tx, order.kind, order.slug, order.user_id))?.bookable) {
    const reason = 'The payment arrived when it was no longer for sale.'
    await issueInvoice(tx, paid)
    await recordRefund(tx, paid, { amount: paid.total_amount, reason, mails_wait: false })
    await queueMail(tx, prepared.refundMail)
  } else {
    await fulfilOrder(tx, paid, prepared.fulfilment)
    await issueInvoice(tx, paid)
  }
  await applyWaiting(tx, deps, paid)
  return applied
}

/** Adds the countries of a payment as evidence for the country that the order was taxed for. */
async function addCountries(tx: Tx, { id, tax_evidence }: queries.OrderRow, countries: string[] = []) {
  if (tax_evidence && countries.length > 0)
    await events.updateOrder(tx, id, { tax_evidence: withPayment(tax_evidence, countries) })
}

/** Applies events that arrived before the payment: one batch. The job handles the rest. */
async function applyWaiting(tx: Tx, deps: PaymentDeps, paid: queries.OrderRow) {
  for (const waiting of await events.lockWaiting(tx, paid)) {
    const order = await queries.lockOrder(tx, paid.id)
    const result = await applyPayment(tx, deps, order, eventOf(waiting, paid.id), null)
    await events.saveOutcome(tx, waiting, { ...result, order_id: paid.id })
  }
}

async function applyUnpaid(tx: Tx, order: queries.OrderRow, kind: 'failed' | 'cancelled'): Promise<EventResult> {
  if (order.state === kind) return noEffect('The order is already in this state.')
  if (isPaid(order.state) || order.state === 'refunded') return noEffect('The order is paid.')
  if (!canTransition(order.state, kind)) return noEffect('The order is already closed.')
  await queries.setOrderState(tx, order.id, kind)
  return applied
}

/** Maximum amount in the integer columns of refunds and disputes. */
const MAX_STORED_AMOUNT = 2_147_483_647

/** Applies events that can only follow a payment and identify their order by it. Before the payment, they find no order and wait. */
async function applyAfterwards(
  tx: Tx,
  deps: PaymentDeps,
  order: queries.OrderRow,
  event: PaymentEvent,
): Promise<EventResult> {
  if (event.currency !== order.currency) return refused('The currency differs from that of the order.')
  if (event.amount < 1 || event.amount > MAX_STORED_AMOUNT) return refused('The amount is impossible.')
  switch (event.kind) {
    case 'refunded':
      return applyRefund(tx, order, event)
    case 'refund_failed':
      return applyFailedRefund(tx, order, event)
    case 'dispute_opened':
      return openDispute(tx, order, event)
    default:
      return closeDispute(tx, deps, order, event, event.kind === 'dispute_won' ? 'won' : 'lost')
  }
}
