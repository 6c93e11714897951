/** Ratio between the limits of consecutive duration buckets. Values computed from buckets are off by at most 2.5 %, for durations of a second or more. */
export const BASE = 1.05

/** Number of durations in each bucket. */
export type Buckets = Record<string, number>

/** Duration in seconds at this percentile, such as 0.95; null without durations. */
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

/** Sums several counts by key. */
export function addKeys(parts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const part of parts) for (const [key, count] of Object.entries(part)) sum[key] = (sum[key] ?? 0) + count
  return sum
}
