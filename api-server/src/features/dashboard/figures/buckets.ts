/** Each bucket of durations ends 5 % above the one before: what is read back is off by 2.5 % at most, from a second up. */
export const BASE = 1.05

/** How many durations fell into each bucket. */
export type Buckets = Record<string, number>

/** The duration in seconds below which this share of all lie, such as 0.95; null when there are none. */
export function percentile(buckets: Buckets, share: number): number | null {
  const counts = Object.entries(buckets)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b)
  let left = Math.max(1, Math.ceil(share * sizeOf(buckets)))
  for (const [bucket, count] of counts) {
    left -= count
    if (left <= 0) return BASE ** (bucket - 0.5)
  }
  return null
}

export const sizeOf = (buckets: Buckets): number => Object.values(buckets).reduce((sum, count) => sum + count, 0)

/** Adds up the same keys of several counts. */
export function addKeys(parts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const part of parts) for (const [key, count] of Object.entries(part)) sum[key] = (sum[key] ?? 0) + count
  return sum
}
