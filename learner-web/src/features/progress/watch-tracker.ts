/** Part of a video: start and end, in seconds. */
export type Interval = [number, number]

/** Maximum step in seconds between two `timeupdate` events that counts as playback: double speed in a throttled tab. */
const MAX_STEP_SECONDS = 3

export interface WatchTracker {
  /** Records that playback has reached this second. */
  playTo(second: number): void
  /** Ends the current part, for example on a seek. */
  interrupt(): void
  /** Removes and returns the parts played since the last call, merged and sorted. Returns at most `max` parts; the rest remains. */
  takeIntervals(max?: number): Interval[]
  /** Puts back parts that could not be sent. */
  restoreIntervals(intervals: Interval[]): void
}

/** Collects the parts of a video that were played. Only small steps forward count, so seeking does not. */
export function createWatchTracker(): WatchTracker {
  let watched: Interval[] = []
  let last: number | null = null
  return {
    playTo(second) {
      const step = last === null ? 0 : second - last
      if (last !== null && step > 0 && step <= MAX_STEP_SECONDS) {
        const current = watched.at(-1)
        if (current && current[1] === last) current[1] = second
        else watched.push([last, second])
      }
      last = second
    },
    interrupt() {
      last = null
    },
    takeIntervals(max = 50) {
      const merged = mergeIntervals(watched)
      watched = merged.slice(max)
      return merged.slice(0, max).map(([from, to]) => [round(from), round(to)])
    },
    restoreIntervals(intervals) {
      watched = [...intervals, ...watched]
    },
  }
}

/** Sorts and merges parts, so that repeated playback counts once. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

const round = (second: number) => Math.round(second * 1000) / 1000
