import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { OrderKind } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { lockAccountNoKey } from '../auth/service.ts'
import { readLedger } from '../entitlements/service.ts'
import { handlePayment } from './payment.ts'
import { priceOrder } from './pricing.ts'
import * as queries from './queries.ts'

type Purchase = Output<'purchaseCoursePayload'>

/** What one order may come to: beyond it a company talks to us. */
const MOST = 2_000_000_000

/**
 * Starts buying: an order at the server's own price and a checkout for it, or, when nothing is to be paid, the thing itself.
 * The same purchase sent twice is one order.
 */
export async function purchase(
  deps: Deps,
  user: CurrentUser,
  kind: OrderKind,
  wanted: Purchase,
): Promise<Output<'checkout'>> {
  const { db, payments, clock } = deps
  const item = await queries.findForSale(db, kind, wanted.slug, user.id)
  if (!item) throw new ApiError('not_found', `There is no ${kind} called ${wanted.slug} for sale.`)
  const recipients = wanted.recipients ?? []
  const gift = wanted.gift === true || recipients.length > 0
  if (recipients.length > wanted.quantity)
    throw invalidField('recipients', `You named ${recipients.length} people for ${wanted.quantity} seats`)
  if (item.amount === 0 && (gift || wanted.quantity > 1))
    throw invalidField('quantity', 'This is free: whoever wants it can simply take it, so one seat is enough')
  const provider = item.amount === 0 ? 'free' : payments.provider
  if (provider === 'none')
    throw new ApiError('unavailable', 'We cannot take payments at the moment. Please write to us and we will help you.')

  const placed = await db.transaction(async (tx) => {
    await lockAccountNoKey(tx, user.id)
    const parts = await withOwnership(tx, user.id, item.parts)
    const price = priceOrder(item.amount, parts, wanted.quantity, gift)
    if (price.total_amount > MOST) throw invalidField('quantity', 'For an order of this size, please write to us')
    const order: queries.NewOrder = {
      number: '',
      user_id: user.id,
      kind,
      target_id: item.id,
      slug: item.slug,
      title: item.title,
      quantity: wanted.quantity,
      gift,
      recipients,
      billing: given(wanted.billing),
      unit_amount: price.unit_amount,
      discount_amount: price.discount_amount,
      total_amount: price.total_amount,
      currency: item.currency,
      provider,
      lines: parts.map(({ owned: _, ...part }, at) => ({
        ...part,
        ...(price.parts[at] ?? { amount: 0, first_seat: 0 }),
      })),
    }
    const same = await queries.findSameOrder(tx, order)
    if (same) return same
    if (wanted.quantity === 1 && !gift && parts.every(({ owned }) => owned))
      throw new ApiError(
        'already_owned',
        `You have ${item.title} already. To give it to somebody else, buy it as a gift.`,
      )
    return queries.insertOrder(tx, {
      ...order,
      number: await queries.takeOrderNumber(tx, clock.now().getUTCFullYear()),
    })
  })
  return placed.total_amount === 0 ? takeFree(deps, placed) : checkOut(deps, placed)
}

async function takeFree(deps: Deps, order: queries.OrderRow) {
  const { id, total_amount: amount, currency } = order
  await handlePayment(deps, 'free', { id, kind: 'paid', order_id: id, amount, currency })
  const state = (await queries.findOrder(deps.db, id))?.state ?? order.state
  return { order_id: id, state, checkout_url: null }
}

async function checkOut({ db, payments }: Pick<Deps, 'db' | 'payments'>, order: queries.OrderRow) {
  const { session, url } = await payments.createCheckout(order)
  await queries.markAwaitingPayment(db, order.id, session)
  const state = order.state === 'draft' ? ('awaiting_payment' as const) : order.state
  return { order_id: order.id, state, checkout_url: url }
}

/** A lab is also owned by whoever has a course with it. */
async function withOwnership(db: Db, userId: string, parts: queries.ForSale['parts']) {
  const labs = parts.filter(({ kind }) => kind === 'lab').map(({ id }) => id)
  const holders = Map.groupBy(await queries.listCoursesOfLabs(db, labs), ({ lab_id }) => lab_id)
  const waysTo = ({ kind, id }: queries.ForSale['parts'][number]) => [
    { [kind]: id },
    ...(holders.get(id) ?? []).map(({ course_id }) => ({ course: course_id })),
  ]
  const ledger = await readLedger(db, userId, parts.flatMap(waysTo))
  return parts.map((part) => ({ ...part, owned: waysTo(part).some((target) => ledger(target).granted) }))
}

/** Only what was filled in; nothing at all reads as null. */
function given(billing: Purchase['billing']): NonNullable<queries.NewOrder['billing']> | null {
  const filled = Object.entries(billing ?? {}).filter(([, value]) => value)
  return filled.length > 0 ? Object.fromEntries(filled) : null
}
