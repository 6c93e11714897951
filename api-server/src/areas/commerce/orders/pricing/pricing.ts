import type { Money } from '@flagyard/api-types'
import { stepOf } from '@flagyard/api-types/contract/money'

/** A course, lab or exam in an order; a bundle has several. */
export interface OrderPart {
  /** Own price in minor units. In a bundle, it is the weight for dividing the bundle's price. */
  amount: number
  /** The buyer already has access. */
  owned: boolean
}

interface Price {
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

/**
 * Divides `total` by the weights into multiples of `step` that add up to it. The remainder goes to the shares with the largest
 * rounding loss, and among equals to the first. Uses BigInt, because products of amounts exceed the safe integer range.
 */
export function shareByWeight(total: number, weights: readonly number[], step = 1): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight, index) => {
    const [part, whole] = sum > 0 ? [BigInt(weight), BigInt(sum)] : [1n, BigInt(weights.length)]
    const product = BigInt(total) * part
    const size = whole * BigInt(step)
    return { index, share: Number(product / size) * step, rest: product % size }
  })
  let left = total - shares.reduce((all, { share }) => all + share, 0)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const one of byRest) {
    const more = Math.min(step, left)
    one.share += more
    left -= more
  }
  return shares.map(({ share }) => share)
}

/** Tax in the first `part` of a total. The taxes of consecutive parts add up to the tax of the whole. */
export const taxWithin = (part: number, { total, tax }: { total: number; tax: number }): number =>
  total === 0 ? 0 : Number((BigInt(tax) * BigInt(part)) / BigInt(total))
