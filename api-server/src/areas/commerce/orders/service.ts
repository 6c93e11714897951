import { randomUUID } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import type { Db } from '../../../db/open.ts'
import { oneRow } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import type { PaymentEvent } from '../../../integrations/payments.ts'
import { findManaged } from '../organisations/index.ts'
import { seatVouchers } from '../vouchers/index.ts'
import { hasProForma, listOrderDocuments, type OrderDocument } from './documents/service.ts'
import { assertGiftDay, findContentPaths, giftTime, isForBuyer } from './fulfil.ts'
import { handlePayment } from './payment.ts'
import { assertBookable } from './purchase/purchase.ts'
import * as queries from './queries.ts'
import { listRefundsOfOrders, type RefundRow } from './refunds/queries.ts'
import { listTransfersOf } from './transfers/queries.ts'
import { assertTransition, isPaid } from './transitions.ts'

type Order = Output<'order'>

export async function readOrder({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string): Promise<Order> {
  return oneRow(presentOrders(db, user, [await findOwnOrder(db, user, id)]))
}

/** Orders of an organisation that the caller manages. */
export async function listOrganisationOrders(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  id: string,
): Promise<Output<'organisationOrder'>[]> {
  const { id: organisationId } = await findManaged(db, user, id)
  const rows = await queries.listOrdersOfOrganisation(db, organisationId)
  const boughtBy = new Map(rows.map(({ order, bought_by }) => [order.id, bought_by]))
  const mine = rows.map(({ order }) => order)
  const orders = await presentOrders(db, user, mine)
  return orders.map((order) => ({ ...order, bought_by: boughtBy.get(order.id) ?? '' }))
}

export async function listMyOrders({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Order[]> {
  return presentOrders(db, user, await queries.listOrdersOf(db, user.id))
}

export async function listUnpaidOrders({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Output<'unpaidOrder'>[]> {
  const rows = await queries.listUnpaidOrdersOf(db, user.id)
  return rows.map(({ id, state, title, kind, slug, provider }) => ({
    id,
    state,
    title,
    kind,
    slug,
    pay_by: payBy(provider),
  }))
}

const payBy = (provider: queries.OrderRow['provider']) =>
  provider === 'free' ? null : provider === 'invoice' ? 'transfer' : 'card'

/** The number of queries does not depend on the number of orders. */
async function presentOrders(db: Db, user: CurrentUser, orders: queries.OrderRow[]): Promise<Order[]> {
  const ids = orders.map(({ id }) => id)
  const withOwnSeat = await queries.listOrdersWithOwnSeat(db, user.id, ids)
  const contentPaths = await findContentPaths(db, orders)
  const refunds = Map.groupBy(await listRefundsOfOrders(db, ids), ({ order_id }) => order_id)
  const documents = await listOrderDocuments(db, ids)
  const names = await queries.findOrganisationNames(db, [
    ...new Set(orders.flatMap(({ organisation_id }) => organisation_id ?? [])),
  ])
  return orders.map((order) =>
    toOrder(order, {
      refunds: refunds.get(order.id) ?? [],
      documents: documents.get(order.id) ?? [],
      organisation: names.get(order.organisation_id ?? '') ?? null,
      next:
        (withOwnSeat.has(order.id) && contentPaths.get(order.id)) ||
        (hasSeats(order) ? paths.orderSeats(order.id) : paths.vouchers),
    }),
  )
}

const eventKinds = { paid: 'paid', declined: 'failed', cancelled: 'cancelled' } as const

/** Handles the buyer's choice in the demo checkout like an event from a real provider. */
export async function payDemoOrder(
  deps: Deps,
  user: CurrentUser,
  id: string,
  outcome: Output<'demoPayment'>['outcome'],
) {
  if (deps.payments.provider !== 'demo') throw new ApiError('not_found', 'There is nothing here.')
  const order = await findOwnOrder(deps.db, user, id)
  if (order.provider !== 'demo') throw new ApiError('conflict', 'This order cannot be paid in the demo checkout.')
  // An order placed before the exam was taken off sale can no longer be paid.
  const item = outcome === 'paid' && (await queries.findForSale(deps.db, order.kind, order.slug, user.id))
  if (item) assertBookable(item)
  if (outcome !== 'paid' && isPaid(order.state)) assertTransition(order.state, eventKinds[outcome])
  const event: PaymentEvent = {
    // A second payment of an order is a duplicate of the same event. Each failure or cancellation is a new event.
    id: outcome === 'paid' ? `${id}:paid` : `${id}:${outcome}:${randomUUID()}`,
    kind: eventKinds[outcome],
    order_id: id,
    amount: order.total_amount,
    currency: order.currency,
  }
  await handlePayment(deps, 'demo', event)
  return readOrder(deps, user, id)
}

/** Cancels an unpaid order. A payment already in progress still fulfils it, or is refunded. */
export async function cancelOrder({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string): Promise<Order> {
  await findOwnOrder(db, user, id)
  await db.transaction(async (tx) => {
    const order = await queries.lockOrder(tx, id)
    if (order.state === 'cancelled') return
    // Part of the money has arrived, so the order stays open until finance decides.
    if ((await listTransfersOf(tx, id)).length > 0)
      throw new ApiError('conflict', 'Part of the payment has already arrived. Please write to us.')
    assertTransition(order.state, 'cancelled')
    await queries.setOrderState(tx, id, 'cancelled')
  })
  return readOrder({ db }, user, id)
}

/** Throws `not_found` for an order of another learner, or of an organisation that the caller does not manage. */
export async function findOwnOrder(db: Db, user: CurrentUser, id: string): Promise<queries.OrderRow> {
  const order = await queries.findOrderOf(db, user.id, id)
  if (!order) throw new ApiError('not_found', 'You have no such order.')
  return order
}

interface Related {
  refunds: RefundRow[]
  documents: OrderDocument[]
  organisation: string | null
  next: string
}

function toOrder(order: queries.OrderRow, { refunds, documents, organisation, next }: Related): Order {
  const isFulfilled = order.state === 'fulfilled' || order.state === 'partially_refunded'
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    title: order.title,
    kind: order.kind,
    slug: order.slug,
    quantity: order.quantity,
    gift: order.gift,
    lines: order.lines.map(({ kind, slug, title, amount, first_seat }) => ({
      kind,
      slug,
      title,
      price: { amount, currency: order.currency },
      owned: first_seat === 1,
    })),
    discount: { amount: order.discount_amount, currency: order.currency },
    total: { amount: order.total_amount, currency: order.currency },
    refunded: { amount: order.refunded_amount, currency: order.currency },
    gift_message: order.gift_message,
    gift_on: order.gift_on,
    visibility: order.visibility,
    has_seats: hasSeats(order),
    pay_by: payBy(order.provider),
    due_at: order.due_at?.toISOString() ?? null,
    tax: { amount: order.tax_amount, currency: order.currency },
    tax_lines: order.tax_lines,
    documents,
    has_pro_forma: hasProForma(order),
    created_at: order.created_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    refunds: refunds.map(({ amount, lines, state, created_at }) => ({
      amount: { amount, currency: order.currency },
      seats: lines.length,
      state,
      created_at: created_at.toISOString(),
    })),
    organisation:
      order.organisation_id && organisation !== null ? { id: order.organisation_id, name: organisation } : null,
    next: isFulfilled ? next : null,
  }
}

/** Own order with seats to pass on: it is paid, and is not a single seat for the buyer. */
export async function findSeatedOrder(db: Db, user: CurrentUser, id: string): Promise<queries.OrderRow> {
  const order = await findOwnOrder(db, user, id)
  if (!hasSeats(order)) throw new ApiError('conflict', 'This order has no seats to pass on yet.')
  return order
}

const hasSeats = (order: queries.OrderRow) => order.fulfilled_at !== null && !isForBuyer(order)

/** Changes a gift before it is sent. The mails read the order when they are written, so they include the change. */
export async function updateGift(
  deps: Pick<Deps, 'db' | 'clock'>,
  user: CurrentUser,
  id: string,
  { message, on }: Output<'giftUpdate'>,
) {
  await findOwnOrder(deps.db, user, id)
  const now = deps.clock.now()
  if (on) assertGiftDay(now, on, 'on')
  await deps.db.transaction(async (tx) => {
    const order = await queries.lockOrder(tx, id)
    if (order.gift_on === null) throw new ApiError('conflict', 'This order is not a scheduled gift.')
    if (giftTime(order.gift_on) <= now) throw new ApiError('conflict', 'This gift was already sent.')
    await queries.updateGift(tx, id, {
      ...(message !== undefined && { gift_message: message || null }),
      ...(on && { gift_on: on }),
    })
    if (on) await seatVouchers.setMailDay(tx, id, giftTime(on))
  })
  return readOrder(deps, user, id)
}
