import type { CourseTally, FlagTally, LessonTally } from '../../../db/schema/index.ts'
import type { Interval } from '../../catalogue/progress/index.ts'

interface LessonLearner {
  finished: boolean
  /** Minutes from opening to finishing the lesson. Null if that was not one sitting. */
  minutes: number | null
  /** Viewing of the current video. Null if they watched none of it. */
  film: { seconds: number; position: number; intervals: Interval[] } | null
}

const TENTHS = 10
const tenths = () => Array.from({ length: TENTHS }, () => 0)

export const emptyLesson = (): LessonTally => ({
  begun: 0,
  finished: 0,
  watched: 0,
  seen: tenths(),
  stopped: tenths(),
  minutes: {},
})

export function addLessonLearner(tally: LessonTally, { finished, minutes, film }: LessonLearner): void {
  tally.begun++
  if (finished) tally.finished++
  if (minutes !== null) add(tally.minutes, minutes)
  if (!film) return
  tally.watched++
  const length = film.seconds / TENTHS
  tally.seen.forEach((_, tenth) => {
    const watched = coveredSeconds(film.intervals, tenth * length, (tenth + 1) * length)
    if (watched >= length / 2) tally.seen[tenth] = (tally.seen[tenth] ?? 0) + 1
  })
  if (finished) return
  const at = Math.min(TENTHS - 1, Math.floor(film.position / length))
  tally.stopped[at] = (tally.stopped[at] ?? 0) + 1
}

/** Seconds of the span that the intervals cover. They do not overlap each other. */
const coveredSeconds = (intervals: readonly Interval[], from: number, to: number): number =>
  intervals.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)

interface FlagLearner {
  solved: boolean
  wrong: number
}

/** Number of tries of a flag that are counted separately. The last one also counts all further tries. */
const COUNTED_TRIES = 5

export const emptyFlag = (): FlagTally => ({
  tried: 0,
  solved: 0,
  wrong: 0,
  solvedAtTry: Array.from({ length: COUNTED_TRIES }, () => 0),
})

export function addFlagLearner(tally: FlagTally, { solved, wrong }: FlagLearner): void {
  tally.tried++
  tally.wrong += wrong
  if (!solved) return
  tally.solved++
  const at = Math.min(wrong, COUNTED_TRIES - 1)
  tally.solvedAtTry[at] = (tally.solvedAtTry[at] ?? 0) + 1
}

interface CourseLearner {
  finished: boolean
  /** Days from the first access to completion. Null if either is unknown. */
  days: number | null
}

export const emptyCourse = (): CourseTally => ({ begun: 0, finished: 0, days: {} })

export function addCourseLearner(tally: CourseTally, { finished, days }: CourseLearner): void {
  tally.begun++
  if (finished) tally.finished++
  if (days !== null) add(tally.days, days)
}

function add(counts: Record<string, number>, value: number) {
  counts[value] = (counts[value] ?? 0) + 1
}

export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Lower median of the counted values. Null if there are none. */
export function medianOf(counts: Readonly<Record<string, number>>): number | null {
  let left = totalOf(counts) / 2
  for (const [value, count] of Object.entries(counts).sort(([a], [b]) => Number(a) - Number(b))) {
    left -= count
    if (left <= 0) return Number(value)
  }
  return null
}
