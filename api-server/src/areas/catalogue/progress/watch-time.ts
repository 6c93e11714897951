/** A watched interval of a video: start and end, in seconds. */
export type Interval = [number, number]

/** Maximum playback speed. Limits the watched seconds of video per second of real time. */
export const MAX_PLAYBACK_RATE = 2
/** Maximum number of seconds counted between two heartbeats, so that an abandoned tab earns nothing. */
export const MAX_HEARTBEAT_GAP_SECONDS = 60
/** Seconds after which a heartbeat only restarts the watch clock. Viewers lose nothing, because the player sends one when playback starts. */
const RESTART_AFTER_SECONDS = 120

/**
 * Part of a heartbeat that the server accepts: `reported`, limited to the length of the video and to what can be watched since the account's last
 * heartbeat. Excess is cut from the end.
 */
export function acceptIntervals(reported: Interval[], durationSeconds: number, elapsedSeconds: number): Interval[] {
  if (elapsedSeconds > RESTART_AFTER_SECONDS) return []
  const countedSeconds = Math.min(elapsedSeconds, MAX_HEARTBEAT_GAP_SECONDS)
  return clipIntervals(reported, durationSeconds, countedSeconds * MAX_PLAYBACK_RATE)
}

/** Limits intervals to the length of the video, and to `maxSeconds` in total by cutting from the end. */
export function clipIntervals(intervals: Interval[], durationSeconds: number, maxSeconds: number): Interval[] {
  let budget = Math.max(maxSeconds, 0)
  const accepted: Interval[] = []
  for (const [from, to] of mergeIntervals(intervals)) {
    const start = Math.min(Math.max(from, 0), durationSeconds)
    const end = Math.min(to, durationSeconds, start + budget)
    if (end <= start) continue
    accepted.push([start, end])
    budget -= end - start
  }
  return accepted
}

/** Sorts and merges intervals, so that watching a part twice counts once. */
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

/** Fraction of the video covered by the intervals, from 0 to 1. */
export function coveredShare(intervals: Interval[], durationSeconds: number): number {
  if (durationSeconds <= 0 || intervals.length === 0) return 0
  const covered = mergeIntervals(intervals).reduce((sum, [from, to]) => sum + Math.min(to, durationSeconds) - from, 0)
  return Math.min(1, covered / durationSeconds)
}
