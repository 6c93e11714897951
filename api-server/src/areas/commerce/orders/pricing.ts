import type { Money } from '@flagyard/api-types'
import { stepOf } from '@flagyard/api-types/contract/money'
import { shareByWeight } from './shares.ts'

/** A course, lab or exam in an order; a bundle has several. */
export interface OrderPart {
  /** Own price in minor units. In a bundle, it is the weight for dividing the bundle's price. */
  amount: number
  /** The buyer already has access. */
  owned: boolean
}

export interface Price {
  unit_amount: number
  discount_amount: number
  total_amount: number
  parts: { amount: number; first_seat: 0 | 1 }[]
}

/**
 * Price of an order. In a bundle, parts that the buyer owns are deducted from the first seat, at their share of the bundle's price.
 * There is no deduction for a gift, or for a bundle that the buyer owns completely, because its seats are for others.
 */
export function priceOrder(
  { amount: unit, currency }: Money,
  parts: readonly OrderPart[],
  quantity: number,
  gift: boolean,
): Price {
  const shares = shareByWeight(
    unit,
    parts.map(({ amount }) => amount),
    stepOf(currency),
  )
  const deductsOwned = !gift && parts.length > 1 && !parts.every(({ owned }) => owned)
  const priced = parts.map(({ owned }, index) => ({
    amount: shares[index] ?? 0,
    first_seat: deductsOwned && owned ? (1 as const) : (0 as const),
  }))
  const discount = priced.reduce((sum, { amount, first_seat }) => sum + (first_seat === 1 ? amount : 0), 0)
  return {
    unit_amount: unit,
    discount_amount: discount,
    total_amount: unit * quantity - discount,
    parts: priced,
  }
}
