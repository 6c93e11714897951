/** A part of a video: from and to, in seconds. */
export type Interval = [number, number]

/** The longest step between two `timeupdate` events that counts as playing: at double speed in a throttled tab. */
const MAX_STEP_SECONDS = 3

export interface WatchTracker {
  /** The player has played up to this second. */
  playTo(second: number): void
  /** Playing was interrupted, for example by a seek: what follows is a new part. */
  interrupt(): void
  /** Removes and returns what was played since the last call, merged and in order: at most `max` parts, the rest waits. */
  takeIntervals(max?: number): Interval[]
  /** Puts back parts that could not be sent. */
  restoreIntervals(intervals: Interval[]): void
}

/** Collects the parts of a video that were really played: only small steps forward count, a seek does not. */
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

/** Sorts and merges parts, so that what was watched twice counts once. */
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
