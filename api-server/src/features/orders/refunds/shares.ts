/**
 * Divides `total` by the weights into multiples of `step` that add up to it. What rounding leaves goes to those who lost most by it, and among equals to
 * the first. Exact: amounts of minor units times each other are more than a number holds.
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

/** The tax in the first `part` of a total: the taxes of parts that follow each other add up to that of the whole. */
export const taxWithin = (part: number, { total, tax }: { total: number; tax: number }): number =>
  total === 0 ? 0 : Number((BigInt(tax) * BigInt(part)) / BigInt(total))
