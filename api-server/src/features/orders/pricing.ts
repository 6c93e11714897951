/** One course, lab or exam of what is bought; a bundle has several. */
export interface Part {
  /** What it costs alone, in minor units; only its share of the whole matters in a bundle. */
  amount: number
  /** The buyer has it already. */
  owned: boolean
}

export interface Price {
  unit_amount: number
  discount_amount: number
  total_amount: number
  parts: { amount: number; first_seat: 0 | 1 }[]
}

/**
 * What so many seats cost: the server's price alone decides. In a bundle what the buyer owns is taken off the
 * first seat, at its share of the bundle's price; a gift, or a bundle that the buyer owns whole, keeps every seat whole.
 */
export function priceOrder(unit: number, parts: readonly Part[], quantity: number, gift: boolean): Price {
  const shares = shareOut(
    unit,
    parts.map(({ amount }) => amount),
  )
  const takesOff = !gift && parts.length > 1 && !parts.every(({ owned }) => owned)
  const priced = parts.map(({ owned }, index) => ({
    amount: shares[index] ?? 0,
    first_seat: takesOff && owned ? (1 as const) : (0 as const),
  }))
  const discount = priced.reduce((sum, { amount, first_seat }) => sum + (first_seat === 1 ? amount : 0), 0)
  return {
    unit_amount: unit,
    discount_amount: discount,
    total_amount: unit * quantity - discount,
    parts: priced,
  }
}

/** Shares `whole` by the weights so that nothing is lost or made: what rounding leaves goes to the first ones. */
export function shareOut(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const shares = weights.map((weight) => Math.floor(sum > 0 ? (whole * weight) / sum : whole / weights.length))
  let left = whole - shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (left-- > 0 ? share + 1 : share))
}
