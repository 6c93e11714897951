import { readStored, storedAtom } from '@flagyard/ui/storage'
import { getDefaultStore } from 'jotai/vanilla'
import { parseStored } from '../../lib/parse-stored.ts'
import type { LessonRef } from './lesson-ref.ts'
import { type Interval, mergeIntervals } from './watch-tracker.ts'

/** Local storage key of a visitor's progress in free lessons, until it is moved to an account or discarded. */
const STORAGE_KEY = 'visitor_progress'
/** Older entries are dropped. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
const MAX_LESSONS = 20
const MAX_INTERVALS = 200

export interface VisitorLesson extends LessonRef {
  slug: string
  title: string
  /** Signed by the server: the time at which this browser first opened the lesson. */
  receipt: string
  position_seconds: number
  intervals: Interval[]
  saved_at: number
}

/** Free lessons watched in this browser without an account, newest first. */
export const visitorProgressAtom = storedAtom(STORAGE_KEY, lessonsIn, (lessons) =>
  lessons.length > 0 ? JSON.stringify(lessons) : null,
)

export function findVisitorLesson(
  lessons: readonly VisitorLesson[],
  { slug, section, lesson }: LessonRef & { slug: string },
): VisitorLesson | undefined {
  return lessons.find((one) => one.slug === slug && one.section === section && one.lesson === lesson)
}

/** Adds progress to a lesson. The first receipt is preserved, because it also covers the earlier parts. */
export function saveVisitorLesson(watched: Omit<VisitorLesson, 'saved_at'>): void {
  // Another tab may have saved in the meantime.
  const lessons = lessonsIn(readStored(STORAGE_KEY))
  const earlier = findVisitorLesson(lessons, watched)
  const merged = {
    ...watched,
    receipt: earlier?.receipt ?? watched.receipt,
    intervals: mergeIntervals([...(earlier?.intervals ?? []), ...watched.intervals]).slice(0, MAX_INTERVALS),
    saved_at: Date.now(),
  }
  // Opening a lesson or seeking in it does not count as watching.
  if (merged.intervals.length === 0) return
  getDefaultStore().set(
    visitorProgressAtom,
    [merged, ...lessons.filter((one) => one !== earlier)].slice(0, MAX_LESSONS),
  )
}

function lessonsIn(text: string | null): readonly VisitorLesson[] {
  const saved = parseStored(text)
  return Array.isArray(saved) ? saved.filter(isVisitorLesson).filter(isRecent) : []
}

function isRecent({ saved_at }: VisitorLesson): boolean {
  return saved_at > Date.now() - MAX_AGE_MS
}

/** True if the stored value has the current format. */
function isVisitorLesson(value: VisitorLesson): boolean {
  const texts = [value?.slug, value?.section, value?.lesson, value?.title, value?.receipt]
  const numbers = [value?.position_seconds, value?.saved_at]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    Array.isArray(value.intervals)
  )
}
