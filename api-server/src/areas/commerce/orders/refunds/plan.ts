import { formatExact, stepOf } from '@flagyard/api-types/contract/money'
import type { Output } from '@flagyard/api-types/contract/operation'
import { printOf } from '../../../../db/dry-run.ts'
import type { Db } from '../../../../db/open.ts'
import type { DocumentLine, RefundLine } from '../../../../db/schema/index.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { revocation } from '../../vouchers/index.ts'
import { shareByWeight, taxWithin } from '../pricing/pricing.ts'
import type { OrderRow } from '../queries.ts'
import { listRefundedVouchers } from './queries.ts'

type Seat = Awaited<ReturnType<typeof revocation.listSeats>>[number]
export interface PlannedSeat extends Seat {
  /** Amount that a refund of this seat would pay back now, in minor units. */
  amount: number
  refunded: boolean
  chosen: boolean
}

/**
 * Amounts and consequences of a refund. Each seat has its share of what was paid. Earlier refunds without seats reduce the remaining
 * seats proportionally, so the last refund pays back exactly what is left.
 */
export async function planRefund(db: Db, order: OrderRow, { vouchers, amount }: Output<'refundChoice'>) {
  if (vouchers && amount !== undefined) throw invalidField('amount', 'Choose seats or an amount, not both')
  const seats = await priceSeats(db, order)
  const left = order.total_amount - order.refunded_amount
  const open = seats.filter(({ refunded }) => !refunded)
  const wanted = new Set(vouchers)
  for (const id of wanted) assertRefundable(seats, id)
  const chosen = amount !== undefined ? [] : vouchers ? open.filter((seat) => wanted.has(seat.voucher_id)) : open
  const step = stepOf(order.currency)
  if (amount !== undefined && amount % step !== 0)
    throw invalidField('amount', 'In this currency, the last of the three decimals must be 0')
  if (amount !== undefined && amount >= left)
    throw invalidField(
      'amount',
      `${formatExact({ amount: left, currency: order.currency })} is left. To give all of it back, refund the seats`,
    )
  const isWhole = amount === undefined && chosen.length === open.length
  const total = amount ?? (isWhole ? left : chosen.reduce((sum, seat) => sum + seat.amount, 0))
  const whole = { total: order.total_amount, tax: order.tax_amount }
  const tax = taxWithin(order.refunded_amount + total, whole) - taxWithin(order.refunded_amount, whole)
  const amounts = isWhole ? shareByWeight(left, chosen.map(weightOf), step) : chosen.map(weightOf)
  const taxes = shareByWeight(tax, amounts)
  const ids = new Set(chosen.map(({ voucher_id }) => voucher_id))
  const running = await revocation.listRunning(db, [...ids])
  return {
    seats: seats.map((seat): PlannedSeat => ({ ...seat, chosen: ids.has(seat.voucher_id) })),
    chosen: [...ids],
    isWhole,
    amount: total,
    tax,
    left,
    lines: chosen.map(
      ({ voucher_id }, at): RefundLine => ({ voucher_id, amount: amounts[at] ?? 0, tax: taxes[at] ?? 0 }),
    ),
    /** The same amounts grouped by product, for the credit note. */
    ...(chosen.length > 0 && { sold: soldOf(chosen, amounts) }),
    running,
    print: printOf([
      ...[order.id, order.version, total, tax],
      ...chosen.map(({ voucher_id, state, username, finished }) => [voucher_id, state, username, finished]),
      ...running.map(({ id, state }) => [id, state]),
    ]),
  }
}

const weightOf = ({ amount }: { amount: number }) => amount

function soldOf(chosen: Seat[], amounts: number[]): DocumentLine[] {
  const priced = chosen.map(({ title }, index) => ({ title, amount: amounts[index] ?? 0 }))
  return [...Map.groupBy(priced, ({ title }) => title)].map(([title, seats]) => ({
    title,
    seats: seats.length,
    amount: seats.reduce((sum, { amount }) => sum + amount, 0),
  }))
}

/** Seats of an order with the amount that each would pay back now. */
async function priceSeats(db: Db, order: OrderRow): Promise<Omit<PlannedSeat, 'chosen'>[]> {
  const seats = await revocation.listSeats(db, order.id)
  const refunded = await listRefundedVouchers(db, order.id)
  const priceOf = new Map(order.lines.map(({ id, amount }) => [id, amount]))
  const paid = shareByWeight(
    order.total_amount,
    seats.map(({ target_id }) => priceOf.get(target_id) ?? 0),
    stepOf(order.currency),
  )
  const priced = seats.map((seat, index) => ({
    ...seat,
    refunded: refunded.has(seat.voucher_id),
    paid: paid[index] ?? 0,
  }))
  const now = shareByWeight(
    order.total_amount - order.refunded_amount,
    priced.filter((seat) => !seat.refunded).map((seat) => seat.paid),
    stepOf(order.currency),
  )
  return priced.map(({ paid: _, ...seat }) => ({ ...seat, amount: seat.refunded ? 0 : (now.shift() ?? 0) }))
}

function assertRefundable(seats: Pick<PlannedSeat, 'voucher_id' | 'refunded'>[], id: string) {
  const seat = seats.find(({ voucher_id }) => voucher_id === id)
  if (!seat) throw invalidField('vouchers', 'One of these seats belongs to another order')
  if (seat.refunded) throw new ApiError('conflict', 'One of these seats was already refunded.')
}
