/** A part of a video that was played: from and to, in seconds. */
export type Interval = [number, number]

/** Between two reports of the player lies at most this much of the video, at twice the speed in a throttled tab. */
const MAX_STEP_SECONDS = 3

export interface WatchTracker {
  /** The player has come, by playing, to this second. */
  playTo(second: number): void
  /** Playing was broken off: what comes next is a part of its own. */
  interrupt(): void
  /** What was played since the last time, joined and in order. At most `most` parts; the rest waits. */
  takeIntervals(max?: number): Interval[]
  /** What could not be delivered, to be taken again. */
  restoreIntervals(intervals: Interval[]): void
}

/** Collects the parts that were really played. A jump is not watching: only small steps forward count. */
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

/** Sorted and joined, so that watching twice counts once. */
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
