import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findAccess } from '../entitlements/service.ts'
import * as progress from './my-progress-queries.ts'
import { closedSections, countRequired, resumePoint } from './outline.ts'
import * as queries from './queries.ts'
import { acceptIntervals, coveredShare, mergeIntervals } from './watching.ts'

type Course = queries.CourseRow
type Outline = Awaited<ReturnType<typeof queries.listOutline>>

/** What a visitor may know. Drafts do not exist for them; a beta exists for its testers and for administrators. */
export async function describeCourse({ db }: Pick<Deps, 'db'>, slug: string, user: CurrentUser | null) {
  const course = await findVisible(db, slug, user)
  return describe(db, course, await queries.listOutline(db, [course.id]))
}

/** The course as this account may know of it. */
export async function findVisible(
  db: Db,
  slug: string,
  user: Pick<CurrentUser, 'id' | 'roles'> | null,
): Promise<Course> {
  const course = await queries.findCourse(db, slug)
  if (course.status === 'published' || course.status === 'archived' || user?.roles.includes('admin')) return course
  if (course.status === 'beta' && user && (await queries.isBetaTester(db, course.id, user.id))) return course
  throw queries.noCourse(slug)
}

async function describe(db: Db, course: Course, outline: Outline) {
  const lessons = outline.flatMap((section) => section.lessons)
  const slugOf = new Map(outline.map((section) => [section.id, section.slug]))
  return {
    ...course,
    price: { amount: course.price_amount, currency: course.price_currency },
    lessons: lessons.length,
    labs: lessons.filter((lesson) => lesson.kind === 'lab').length,
    exam: await queries.findExamOf(db, course.id),
    sections: outline.map((section) => ({
      ...section,
      opens_after: section.opens_after_id ? (slugOf.get(section.opens_after_id) ?? null) : null,
    })),
  }
}

/** The whole course, once the ledger opens it. */
export async function readCourseDetails({ db }: Pick<Deps, 'db'>, user: CurrentUser, slug: string) {
  const course = await findVisible(db, slug, user)
  await requireCourse(db, user, course)
  const outline = await queries.listOutline(db, [course.id])
  const described = await describe(db, course, outline)
  return {
    ...described,
    sections: described.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map((lesson) => ({ ...lesson, has_video: lesson.video !== null })),
    })),
  }
}

/** Refuses with the ledger's own words (DOMAIN §4). */
async function requireCourse(db: Db, user: CurrentUser, course: Course) {
  const access = await findAccess(db, user.id, { course: course.id })
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  return access
}

/** My enrolment and progress by lesson; for those without access it says which rule keeps them out. */
export async function readProgress(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
): Promise<Output<'courseProgress'>> {
  const course = await findVisible(db, slug, user)
  const access = await findAccess(db, user.id, { course: course.id })
  const outline = await queries.listOutline(db, [course.id])
  const rows = await progress.listLessonProgress(db, user.id, [course.id])
  const [mine] = await progress.listCourseProgress(db, user.id, [course.id])
  const completed = new Set(rows.filter((row) => row.completed_at).map((row) => row.lesson_id))
  const byLesson = new Map(rows.map((row) => [row.lesson_id, row]))
  const places = outline.flatMap((section) => section.lessons.map((lesson) => ({ section, lesson })))
  const last = places.find(({ lesson }) => lesson.id === mine?.last_lesson_id)
  const resume = access.granted ? resumePoint(outline, completed, mine?.last_lesson_id ?? null) : null
  return {
    slug: course.slug,
    title: course.title,
    enrolled: access.granted,
    refusal: access.granted ? null : access.refusal,
    access_ends_at: access.granted ? (access.ends_at?.toISOString() ?? null) : null,
    ...countRequired(outline, completed),
    video_share: course.video_share,
    completed_at: mine?.completed_at?.toISOString() ?? null,
    lessons: places.flatMap(({ section, lesson }) => {
      const row = byLesson.get(lesson.id)
      return row ? [progressOf(section.slug, lesson, row)] : []
    }),
    last_seen:
      last && mine?.last_seen_at
        ? { section: last.section.slug, lesson: last.lesson.slug, at: mine.last_seen_at.toISOString() }
        : null,
    resume: resume && { section: resume.section, lesson: resume.lesson },
    closed_sections: [...closedSections(outline, completed)],
    certificate_id: await queries.findCertificateId(db, user.id, course.id),
  }
}

type ProgressRow = Awaited<ReturnType<typeof progress.listLessonProgress>>[number]

function progressOf(
  section: string,
  lesson: { slug: string; duration_seconds: number },
  row: ProgressRow,
): Output<'lessonProgress'> {
  return {
    section,
    lesson: lesson.slug,
    completed_at: row.completed_at?.toISOString() ?? null,
    position_seconds: row.position_seconds,
    watched: coveredShare(row.intervals, lesson.duration_seconds),
    intervals: row.intervals,
  }
}

/** Keeps the place and what was watched, by the account's one clock. */
export async function keepLastSeen(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  { section, lesson: lessonSlug, position_seconds, intervals }: Output<'updateLastSeenPayload'>,
): Promise<Output<'lessonProgress'>> {
  const { course, lesson } = await findOpenLesson(db, user, slug, section, lessonSlug)
  const row = await db.transaction(async (tx) => {
    await progress.saveLastSeen(tx, user.id, course.id, lesson.id)
    const elapsed = intervals ? await progress.advanceWatchClock(tx, user.id) : 0
    const before = await progress.lockLessonProgress(tx, user.id, lesson)
    const accepted = acceptIntervals(intervals ?? [], lesson.duration_seconds, elapsed)
    return progress.saveWatching(tx, user.id, lesson.id, {
      ...(position_seconds === undefined
        ? {}
        : { position_seconds: Math.min(position_seconds, lesson.duration_seconds) }),
      ...(accepted.length > 0 ? { intervals: mergeIntervals([...before.intervals, ...accepted]) } : {}),
    })
  })
  return progressOf(section, lesson, row)
}

/** A lesson that I may study now: access by the ledger, its section open. */
export async function findOpenLesson(db: Db, user: CurrentUser, slug: string, sectionSlug: string, lessonSlug: string) {
  const found = await queries.findLesson(db, slug, sectionSlug, lessonSlug)
  const access = await findAccess(db, user.id, { course: found.course.id, lab: found.lesson.lab_id })
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  if (found.section.opens_after_id) {
    const outline = await queries.listOutline(db, [found.course.id])
    const rows = await progress.listLessonProgress(db, user.id, [found.course.id])
    const completed = new Set(rows.filter((row) => row.completed_at).map((row) => row.lesson_id))
    if (closedSections(outline, completed).has(sectionSlug)) {
      const first = outline.find((one) => one.id === found.section.opens_after_id)
      throw new ApiError('no_access', `This section opens once you finish “${first?.title}”.`, {
        extra: { rule: 'section_closed' },
      })
    }
  }
  return found
}

/** Marks a lesson complete once its rule is met: a video by its watched share, a lab by its flags, a reading by this call. */
export async function completeLesson(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  at: { slug: string; section: string; lesson: string },
): Promise<Output<'courseProgress'>> {
  const { course, lesson } = await findOpenLesson(db, user, at.slug, at.section, at.lesson)
  const rows = await progress.listLessonProgress(db, user.id, [course.id])
  const row = rows.find((one) => one.lesson_id === lesson.id)
  if (!row?.completed_at) {
    if (lesson.kind === 'video' && lesson.video)
      requireWatched(row?.intervals ?? [], lesson.duration_seconds, course.video_share)
    if (lesson.kind === 'lab')
      throw new ApiError('not_complete', 'A lab lesson is complete when its required flags are solved.')
    await db.transaction((tx) => recordCompletion(tx, user.id, lesson))
  }
  return readProgress({ db }, user, at.slug)
}

function requireWatched(intervals: [number, number][], duration: number, share: number) {
  const watched = coveredShare(intervals, duration)
  if (watched + 1e-9 >= share) return
  const percent = (value: number) => `${Math.floor(value * 100)} %`
  throw new ApiError('not_complete', `You watched ${percent(watched)} of the ${percent(share)} this lesson needs.`, {
    extra: { watched, needed: share },
  })
}

/** The one way a lesson becomes complete, in the transaction of what completed it. */
export async function recordCompletion(
  tx: Db,
  userId: string,
  lesson: { id: string; course_id: string },
): Promise<boolean> {
  const first = await progress.markLessonCompleted(tx, userId, lesson)
  if (first) await progress.markCourseCompletedWhenDone(tx, userId, lesson.course_id)
  return first
}

/** Completes every lesson of this lab in courses that the learner holds; called when its required flags are solved. */
export async function recordLabCompletion(tx: Db, userId: string, labId: string): Promise<boolean> {
  let first = false
  for (const lesson of await queries.listLessonsOfLab(tx, labId))
    first = (await recordCompletion(tx, userId, lesson)) || first
  return first
}
