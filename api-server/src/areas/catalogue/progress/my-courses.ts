import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { type ListedLesson, presentPicture, readOutlines } from '../courses/index.ts'
import { listActiveQuarters } from './list-queries.ts'
import { countRequired, resumePoint } from './progress-rules.ts'
import { listOpenCourses } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'listen'>

export const readMyCourses = (deps: NeededDeps, userId: string) =>
  Promise.all([listOpenCourses(deps.db, userId), readOutlines(deps)])

/** The learner's courses with their progress; most recently opened first. */
export function presentMyCourses([courses, outlines]: Awaited<ReturnType<typeof readMyCourses>>): Output<'myCourse[]'> {
  const myCourses = courses.map(({ id, slug, title, subtitle, ...progress }) => {
    const sections = outlines.get(id) ?? []
    const completed = new Set(progress.completed_lessons)
    return {
      slug,
      title,
      subtitle,
      ...countRequired(sections, completed),
      completed_at: progress.completed_at?.toISOString() ?? null,
      access_ends_at: progress.access_ends_at?.toISOString() ?? null,
      last_seen_at: progress.last_seen_at?.toISOString() ?? null,
      resume: resumeOf(resumePoint(sections, completed, progress.last_lesson_id), progress),
      certificate_type: progress.certificate_type,
      cover: presentPicture(progress.cover),
    }
  })
  return myCourses.sort(
    (a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? '') || a.title.localeCompare(b.title),
  )
}

function resumeOf(
  place: ReturnType<typeof resumePoint<ListedLesson>>,
  { last_lesson_id, last_position }: { last_lesson_id: string | null; last_position: number | null },
): Output<'myCourse'>['resume'] {
  if (!place) return null
  const { section, lesson } = place
  const seen = lesson.kind === 'video' && lesson.id === last_lesson_id ? (last_position ?? 0) : 0
  return {
    section: section.slug,
    lesson: lesson.slug,
    title: lesson.title,
    kind: lesson.kind,
    seconds_left: lesson.duration_seconds > 0 ? Math.max(0, lesson.duration_seconds - seen) : null,
  }
}

const DAYS = 28
const DAY_MS = 86_400_000

/** What the learner finished on each of the last days, in their time zone. */
export async function readMyActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, time_zone }: Pick<CurrentUser, 'id' | 'time_zone'>,
): Promise<Output<'myActivity'>> {
  const now = clock.now()
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' })
  const today = Date.parse(dayOf.format(now))
  const days = Array.from({ length: DAYS }, (_, n) => ({
    day: new Date(today - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
    lessons: 0,
    flags: 0,
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  // Reads one extra day, because the first day may start earlier in the learner's time zone.
  const since = new Date(now.getTime() - (DAYS + 1) * DAY_MS)
  for (const { at, lessons, flags } of await listActiveQuarters(db, id, since)) {
    const day = byDay.get(dayOf.format(new Date(at)))
    if (!day) continue
    day.lessons += lessons
    day.flags += flags
  }
  return { days }
}
