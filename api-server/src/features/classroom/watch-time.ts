/** A part of a video that was watched: from and to, in seconds. */
export type Interval = [number, number]

/** The fastest speed that the player offers; nobody can have watched more than this in a second of the wall clock. */
export const FASTEST = 2
/** Between two heartbeats at most this counts, so that a tab left alone for a day earns nothing. */
export const MOST_BETWEEN_HEARTBEATS_SECONDS = 60

/**
 * What the server accepts of a heartbeat: `claimed`, cut to the video and to the seconds that the wall clock allows since
 * the account's last heartbeat. What is too much is cut from the end, in the order claimed.
 */
export function acceptIntervals(claimed: Interval[], durationSeconds: number, elapsedSeconds: number): Interval[] {
  let budget = Math.min(Math.max(elapsedSeconds, 0), MOST_BETWEEN_HEARTBEATS_SECONDS) * FASTEST
  const accepted: Interval[] = []
  for (const [from, to] of mergeIntervals(claimed)) {
    const start = Math.min(Math.max(from, 0), durationSeconds)
    const end = Math.min(to, durationSeconds, start + budget)
    if (end <= start) continue
    accepted.push([start, end])
    budget -= end - start
  }
  return accepted
}

/** Sorted and joined, so that watching twice counts once. */
export function mergeIntervals(intervals: Interval[]): Interval[] {
  const sorted = intervals.filter(([from, to]) => to > from).sort(([a], [b]) => a - b)
  const merged: Interval[] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 0.5) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** The share of the video that the intervals cover, 0 to 1. */
export function coveredShare(intervals: Interval[], durationSeconds: number): number {
  if (durationSeconds <= 0) return 0
  const covered = mergeIntervals(intervals).reduce((sum, [from, to]) => sum + Math.min(to, durationSeconds) - from, 0)
  return Math.min(1, covered / durationSeconds)
}
