/** A part of a video that was played: from and to, in seconds. */
export type Interval = [number, number]

/** Between two reports of the player lies at most this much of the video, at twice the speed in a throttled tab. */
const MOST_STEP_SECONDS = 3

export interface Watch {
  /** The player has come, by playing, to this second. */
  reach(second: number): void
  /** Playing was broken off: what comes next is a part of its own. */
  lift(): void
  /** What was played since the last time, joined and in order. At most `most` parts; the rest waits. */
  take(most?: number): Interval[]
  /** What could not be delivered, to be taken again. */
  giveBack(intervals: Interval[]): void
}

/** Collects the parts that were really played. A jump is not watching: only small steps forward count. */
export function createWatch(): Watch {
  let parts: Interval[] = []
  let last: number | null = null
  return {
    reach(second) {
      const step = last === null ? 0 : second - last
      if (last !== null && step > 0 && step <= MOST_STEP_SECONDS) {
        const current = parts.at(-1)
        if (current && current[1] === last) current[1] = second
        else parts.push([last, second])
      }
      last = second
    },
    lift() {
      last = null
    },
    take(most = 50) {
      const joined = joinIntervals(parts)
      parts = joined.slice(most)
      return joined.slice(0, most).map(([from, to]) => [round(from), round(to)])
    },
    giveBack(intervals) {
      parts = [...intervals, ...parts]
    },
  }
}

/** Sorted and joined, so that watching twice counts once. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

const round = (second: number) => Math.round(second * 1000) / 1000
