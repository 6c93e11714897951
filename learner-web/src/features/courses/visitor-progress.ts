import { readStored } from '@flagyard/ui/storage'
import { storedAtom } from '@flagyard/ui/stored-atom'
import { getDefaultStore } from 'jotai/vanilla'
import type { LessonRef } from './lesson-ref.ts'
import { type Interval, mergeIntervals } from './watch-tracker.ts'

/** Local storage: what a visitor watched of free lessons, until it is moved to an account or discarded. */
const STORAGE_KEY = 'visitor_progress'
/** Older entries are forgotten. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
const MAX_LESSONS = 20
const MAX_INTERVALS = 200

export interface VisitorLesson extends LessonRef {
  slug: string
  title: string
  /** Signed by the server: when this browser first opened the lesson. */
  receipt: string
  position_seconds: number
  intervals: Interval[]
  saved_at: number
}

/** The free lessons that were watched in this browser without an account, newest first. */
export const visitorProgressAtom = storedAtom(STORAGE_KEY, lessonsIn, (lessons) =>
  lessons.length > 0 ? JSON.stringify(lessons) : null,
)

export function findVisitorLesson(
  lessons: readonly VisitorLesson[],
  { slug, section, lesson }: LessonRef & { slug: string },
): VisitorLesson | undefined {
  return lessons.find((one) => one.slug === slug && one.section === section && one.lesson === lesson)
}

/** Adds what was just watched. The first receipt of a lesson stays, because it covers the earlier parts too. */
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
  // Who only opened the lesson, or looked around in it, has watched nothing.
  if (merged.intervals.length === 0) return
  getDefaultStore().set(
    visitorProgressAtom,
    [merged, ...lessons.filter((one) => one !== earlier)].slice(0, MAX_LESSONS),
  )
}

function lessonsIn(text: string | null): readonly VisitorLesson[] {
  try {
    const saved: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(saved) ? saved.filter(isVisitorLesson).filter(isRecent) : []
  } catch {
    return []
  }
}

function isRecent({ saved_at }: VisitorLesson): boolean {
  return saved_at > Date.now() - MAX_AGE_MS
}

/** Whether it was written by this version of the app. */
function isVisitorLesson(value: VisitorLesson): boolean {
  const texts = [value?.slug, value?.section, value?.lesson, value?.title, value?.receipt]
  const numbers = [value?.position_seconds, value?.saved_at]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    Array.isArray(value.intervals)
  )
}
