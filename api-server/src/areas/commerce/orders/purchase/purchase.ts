import { isSold } from '@flagyard/api-types/contract/currencies'
import { stepOf } from '@flagyard/api-types/contract/money'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db, Tx } from '../../../../db/open.ts'
import type { Billing, OrderKind, TaxEvidence } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { readLedger } from '../../../catalogue/entitlements/index.ts'
import { lockAccountNoKey } from '../../../platform/auth/index.ts'
import { acceptPage } from '../../../platform/legal/index.ts'
import { hasExam } from '../../../training/exam-attempts/index.ts'
import { assertBuysFor, billingOf } from '../../organisations/index.ts'
import { findSeller } from '../../taxes/index.ts'
import { assertGiftDay } from '../fulfil.ts'
import { handlePayment } from '../payment.ts'
import { chargeFor } from '../pricing/charge.ts'
import { priceOrder, shareByWeight } from '../pricing/pricing.ts'
import * as queries from '../queries.ts'
import { sendInstructions } from '../transfers/mails.ts'

type Purchase = Output<'purchaseCoursePayload'>

/** Maximum total of one order, in minor units. Larger orders are arranged by mail. Fits the database's integer columns. */
const MAX_ORDER_AMOUNT = 2_000_000_000

/**
 * Starts a purchase: creates an order at the server's price and a checkout for it. A free order is fulfilled right away. Sending the
 * same purchase twice creates one order.
 */
export async function purchase(
  deps: Deps,
  user: CurrentUser,
  kind: OrderKind,
  input: Purchase,
): Promise<Output<'checkout'>> {
  const { db, clock } = deps
  const item = await queries.findForSale(db, kind, input.slug, user.id)
  if (!item) throw new ApiError('not_found', `There is no ${kind} called ${input.slug} for sale.`)
  assertBookable(item)
  const recipients = input.recipients ?? []
  const gift = input.gift === true || recipients.length > 0
  if (recipients.length > input.quantity)
    throw invalidField('recipients', `You named ${recipients.length} people for ${input.quantity} seats`)
  if (item.amount === 0 && (gift || input.quantity > 1))
    throw invalidField('quantity', 'This is free, so order one seat. Everyone can get their own')
  assertGift(clock.now(), input)
  const billing = await billingFor(db, user, input)
  const provider = await providerOf(deps, item, input, billing)

  const order = await db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const parts = await withOwnership(tx, user.id, item.parts)
    const price = priceOrder(item, parts, input.quantity, gift)
    if (price.total_amount > MAX_ORDER_AMOUNT)
      throw invalidField('quantity', 'For an order of this size, please write to us')
    if (input.organisation_id) await assertBuysFor(tx, user, input.organisation_id)
    const gross = { amount: price.total_amount, currency: item.currency }
    const charge = await chargeFor(tx, clock.now(), { userId: user.id, gross, billing })
    const terms = await acceptedTerms(tx, user, item, input, clock.now())
    const newOrder: queries.NewOrder = {
      number: '',
      user_id: user.id,
      kind,
      target_id: item.id,
      slug: item.slug,
      title: item.title,
      quantity: input.quantity,
      gift,
      recipients,
      gift_message: input.gift_message || null,
      gift_on: input.gift_on ?? null,
      visibility: input.visibility ?? 'seats',
      billing: withCountry(billing, charge.evidence),
      tax_evidence: charge.evidence,
      organisation_id: input.organisation_id ?? null,
      ...terms,
      unit_amount: price.unit_amount,
      discount_amount: price.discount_amount,
      total_amount: charge.total,
      tax_amount: charge.tax,
      tax_lines: charge.tax_lines,
      currency: item.currency,
      provider,
      lines: parts.map(({ owned: _, ...part }, index) => ({
        ...part,
        ...(price.parts[index] ?? { amount: 0, first_seat: 0 }),
      })),
    }
    const duplicate = await queries.findSameOrder(tx, newOrder)
    if (duplicate) return duplicate
    if (input.quantity === 1 && !gift && parts.every(({ owned }) => owned))
      throw new ApiError(
        'already_owned',
        `You already have ${item.title}. To give it to someone else, buy it as a gift.`,
      )
    return queries.insertOrder(tx, {
      ...newOrder,
      number: await queries.nextOrderNumber(tx, charge.day.slice(0, 4)),
    })
  })
  if (order.total_amount === 0) return completeFreeOrder(deps, order)
  return order.provider === 'invoice' ? sendInstructions(deps, user, order) : startCheckout(deps, user, order)
}

/** Payment provider for an order. Cards need a configured provider. Without one, transfers need the seller's bank account. */
async function providerOf(
  { db, payments, clock }: PayDeps,
  { amount, currency, title }: queries.ForSale,
  input: Purchase,
  billing: Billing | null,
) {
  if (amount === 0) return 'free'
  if (!isSold(currency)) throw new ApiError('conflict', `${title} has a price in ${currency}, which we cannot charge.`)
  const ways = await listWaysToPay({ db, payments, clock })
  if (ways.length === 0)
    throw new ApiError('unavailable', 'We cannot take payments at the moment. Please write to us and we will help you.')
  const wanted = input.pay_by ?? 'card'
  if (!ways.includes(wanted)) throw invalidField('pay_by', 'Choose payment by bank transfer; cards are not accepted')
  if (wanted === 'card' && payments.provider !== 'none') return payments.provider
  assertCompany(billing)
  return 'invoice'
}

type PayDeps = Pick<Deps, 'db' | 'payments' | 'clock'>

export async function listWaysToPay({ db, payments, clock }: PayDeps): Promise<('card' | 'transfer')[]> {
  if (payments.provider !== 'none') return ['card', 'transfer']
  return (await findSeller(db, clock.now()))?.facts.iban ? ['transfer'] : []
}

/** Transfers are only for companies: the pro forma and invoice need the company name, and the tax needs its country. */
function assertCompany(billing: Billing | null): void {
  if (!billing?.company) throw invalidField('billing.company', 'To pay by transfer, give the name of your company')
  if (!billing.country) throw invalidField('billing.country', 'To pay by transfer, choose the country of your company')
}

/** Message and delivery date belong to the e-mails to recipients, so they require at least one recipient. */
function assertGift(now: Date, { recipients = [], gift_message, gift_on }: Purchase): void {
  if (recipients.length === 0 && (gift_message || gift_on))
    throw invalidField('recipients', 'Enter a recipient, so that we can send it')
  if (gift_on) assertGiftDay(now, gift_on, 'gift_on')
}

/** Version and time of the buyer's acceptance of the current terms, with this order or earlier. Free items need none. */
async function acceptedTerms(tx: Tx, user: CurrentUser, item: queries.ForSale, { terms }: Purchase, now: Date) {
  if (item.amount === 0) return {}
  const given = terms === undefined ? undefined : Number(terms)
  const accepted = await acceptPage(tx, now, { userId: user.id, page: 'terms', given, via: 'order', field: 'terms' })
  return accepted ? { terms_version: String(accepted.version), terms_accepted_at: accepted.accepted_at } : {}
}

/** Throws a conflict for an exam whose booking is not open yet. */
export function assertBookable({ title, bookable }: Pick<queries.ForSale, 'title' | 'bookable'>): void {
  if (!bookable) throw new ApiError('conflict', `Booking for ${title} opens soon. Until then, it is not for sale.`)
}

async function completeFreeOrder(deps: Deps, order: queries.OrderRow) {
  const { id, total_amount: amount, currency } = order
  await handlePayment(deps, 'free', { id, kind: 'paid', order_id: id, amount, currency })
  const state = (await queries.findOrder(deps.db, id))?.state ?? order.state
  return { order_id: id, state, checkout_url: null }
}

/** Time from the end of the checkout page to the cancellation of the order. Prevents a payment that starts just before the cancellation. */
const CLOSING_MS = 30 * 60_000

async function startCheckout(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { email }: Pick<CurrentUser, 'email'>,
  order: queries.OrderRow,
) {
  const { session, url } = await payments.createCheckout({
    ...order,
    email,
    lines: checkoutLines(order),
    payable_until: order.expires_at && new Date(order.expires_at.getTime() - CLOSING_MS),
  })
  await queries.markAwaitingPayment(db, order.id, session)
  const state = order.state === 'draft' ? ('awaiting_payment' as const) : order.state
  return { order_id: order.id, state, checkout_url: url }
}

/** Checkout lines with the total of each line. They add up to the order's total, also after a tax deduction. */
function checkoutLines({ lines, quantity, total_amount, currency }: queries.OrderRow) {
  const seatsOf = ({ first_seat }: queries.OrderRow['lines'][number]) => quantity - first_seat
  const charged = lines.filter((line) => seatsOf(line) > 0)
  const amounts = shareByWeight(
    total_amount,
    charged.map((line) => line.amount * seatsOf(line)),
    stepOf(currency),
  )
  return charged.flatMap((line, index) => {
    const amount = amounts[index] ?? 0
    const seats = seatsOf(line)
    return amount > 0 ? [{ title: seats === 1 ? line.title : `${seats} × ${line.title}`, amount }] : []
  })
}

type Part = queries.ForSale['parts'][number]

/** Marks the parts that the learner already has. Access to a course includes its labs. An exam whose attempts are used up can be bought again. */
export async function withOwnership<P extends Pick<Part, 'kind' | 'id'>>(
  db: Db,
  userId: string,
  parts: P[],
): Promise<(P & { owned: boolean })[]> {
  const labs = parts.filter(({ kind }) => kind === 'lab').map(({ id }) => id)
  const coursesByLab = Map.groupBy(await queries.listCoursesOfLabs(db, labs), ({ lab_id }) => lab_id)
  const targetsOf = ({ kind, id }: P) => [
    { [kind]: id },
    ...(coursesByLab.get(id) ?? []).map(({ course_id }) => ({ course: course_id })),
  ]
  const ledger = await readLedger(db, userId)
  const owned: (P & { owned: boolean })[] = []
  for (const part of parts) {
    const isOpen = targetsOf(part).some((target) => ledger.accessTo(target).granted)
    owned.push({ ...part, owned: isOpen && (part.kind !== 'exam' || (await hasExam(db, userId, part.id))) })
  }
  return owned
}

/** Billing details of the buyer's organisation, or else those that the buyer entered. */
export async function billingFor(
  db: Db,
  user: CurrentUser,
  { organisation_id, billing }: Pick<Purchase, 'organisation_id' | 'billing'>,
): Promise<Billing | null> {
  return organisation_id ? billingOf(db, user, organisation_id, billing?.reference) : withoutEmptyFields(billing)
}

/** Adds the country of the buyer's profile if they named none, because the invoice must show it. */
const withCountry = (billing: Billing | null, evidence: TaxEvidence | null): Billing | null =>
  evidence && evidence.billing === null && evidence.profile === evidence.country
    ? { ...billing, country: evidence.country }
    : billing

/** Fields with a value, or null if there are none. */
function withoutEmptyFields(billing: Purchase['billing']): Billing | null {
  const filled = Object.entries(billing ?? {}).filter(([, value]) => value)
  return filled.length > 0 ? Object.fromEntries(filled) : null
}
