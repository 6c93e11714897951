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
