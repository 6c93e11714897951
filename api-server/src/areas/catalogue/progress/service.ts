import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { queueWebhooks } from '../../platform/webhooks/index.ts'
import * as courses from '../courses/index.ts'
import { type ListedLesson, type OutlineSection, readCourseDetails, readOutlines } from '../courses/index.ts'
import { type Access, findAccess, type Ledger, readLedger } from '../entitlements/index.ts'
import { findLessonFacts, type LessonFacts } from './open-lesson-queries.ts'
import { closedSections, countRequired, isDone, isShareReached, resumePoint, sectionClosed } from './progress-rules.ts'
import * as progress from './queries.ts'
import { acceptIntervals, coveredShare, type Interval, mergeIntervals } from './watch-time.ts'

/** The whole course, for learners with access to it. */
export async function getCourseDetails(deps: Pick<Deps, 'db' | 'listen'>, user: CurrentUser, slug: string) {
  const [course, ledger] = await Promise.all([courses.findVisible(deps.db, slug, user), readLedger(deps.db, user.id)])
  assertGranted(ledger.accessTo({ course: course.id }))
  return readCourseDetails(deps, slug)
}

function assertGranted(access: Access) {
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
}

/** The learner's enrolment and progress per lesson; without access, the rule that denied it. */
export async function readProgress(
  deps: Pick<Deps, 'db' | 'listen' | 'issuedCertificates'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'courseProgress'>> {
  const { db, issuedCertificates } = deps
  const [course, ledger, mine, certificateId, outlines] = await Promise.all([
    courses.findVisible(db, slug, user),
    readLedger(db, user.id),
    progress.findCourseProgress(db, user.id, slug),
    issuedCertificates.findId(db, user.id, slug),
    readOutlines(deps),
  ])
  const access = ledger.accessTo({ course: course.id })
  const outline = outlines.get(course.id) ?? []
  const { lessons: rows, course: myProgress } = mine
  const completed = new Set(rows.flatMap((row) => (row.completed_at ? row.lesson_id : [])))
  const seen = listSeen(outline, rows)
  const last = findPlace(outline, myProgress?.last_lesson_id ?? null)
  const closed = closedSections(outline, completed)
  const counted = countRequired(outline, completed)
  const resume = access.granted ? resumePoint(outline, completed, myProgress?.last_lesson_id ?? null) : null
  return {
    slug: course.slug,
    title: course.title,
    enrolled: access.granted,
    refusal: access.granted ? null : access.refusal,
    access_ends_at: access.granted ? (access.ends_at?.toISOString() ?? null) : null,
    ...counted,
    feedback_due: access.granted && isFeedbackDue(course, counted, myProgress),
    video_share: course.video_share,
    completed_at: myProgress?.completed_at?.toISOString() ?? null,
    lessons: seen.map(({ section, lesson, row }) => progressOf(section, lesson, row)),
    last_seen: last && myProgress?.last_seen_at ? { ...last, at: myProgress.last_seen_at.toISOString() } : null,
    resume: resume && { section: resume.section.slug, lesson: resume.lesson.slug },
    closed_sections: [...closed],
    open_lessons: listOpenLessons(ledger, outline, closed),
    changed_lessons: listChanged(seen),
    certificate_id: certificateId,
  }
}

/** Once the share has been reached, feedback stays due until it is given, even if the course changes. */
const isFeedbackDue = (
  course: { feedback_form_id: string | null; feedback_share: number },
  counted: { completed: number; required: number },
  mine: { feedback_due_at: Date | null; feedback_given_at: Date | null } | null,
) =>
  course.feedback_form_id !== null &&
  !mine?.feedback_given_at &&
  (Boolean(mine?.feedback_due_at) || isShareReached({ ...counted, share: course.feedback_share }))

/** Lessons that are open in closed sections: free ones, and those whose lab the learner bought individually. */
function listOpenLessons(ledger: Ledger, outline: OutlineSection<ListedLesson>[], closed: ReadonlySet<string>) {
  return outline
    .filter((section) => closed.has(section.slug))
    .flatMap((section) => section.lessons.map((lesson) => ({ section: section.slug, lesson })))
    .filter(({ lesson }) => courses.isFreeLesson(lesson) || ledger.accessTo({ lab: lesson.lab_id }).granted)
    .map(({ section, lesson }) => ({ section, lesson: lesson.slug }))
}

interface SeenLesson {
  section: string
  lesson: ListedLesson
  row: progress.ProgressRow
}

/** Lessons in which the learner has progress, in course order. */
function listSeen(outline: OutlineSection<ListedLesson>[], rows: progress.ProgressRow[]): SeenLesson[] {
  const byLesson = new Map(rows.map((row) => [row.lesson_id, row]))
  const seen: SeenLesson[] = []
  for (const section of outline)
    for (const lesson of section.lessons) {
      const row = byLesson.get(lesson.id)
      if (row) seen.push({ section: section.slug, lesson, row })
    }
  return seen
}

function findPlace(outline: OutlineSection[], lessonId: string | null) {
  for (const section of outline) {
    const lesson = section.lessons.find(({ id }) => id === lessonId)
    if (lesson) return { section: section.slug, lesson: lesson.slug }
  }
  return null
}

/** Lessons that changed after the learner completed them and that they have not opened since. */
function listChanged(seen: SeenLesson[]) {
  return seen.flatMap(({ section, lesson, row }) => {
    const changed_at = row.completed_at && lesson.changed_at?.toISOString()
    return changed_at && changed_at > row.updated_at
      ? [{ section, lesson: lesson.slug, title: lesson.title, changed_at }]
      : []
  })
}

export function progressOf(
  section: string,
  lesson: { slug: string; duration_seconds: number },
  row: { completed_at: Date | string | null; position_seconds: number; intervals: Interval[] },
): Accepted<'lessonProgress'> {
  return {
    section,
    lesson: lesson.slug,
    completed_at: row.completed_at,
    position_seconds: row.position_seconds,
    watched: coveredShare(row.intervals, lesson.duration_seconds),
    intervals: row.intervals,
  }
}

/** Saves the position and the watched intervals, limited by the account's watch clock. */
export async function saveProgress(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  { section, lesson: lessonSlug, position_seconds, intervals }: Output<'updateLastSeenPayload'>,
): Promise<Accepted<'lessonProgress'>> {
  // Retries if another heartbeat of the account came in between. Each round of concurrent heartbeats saves one.
  for (;;) {
    const { course, lesson, clock, ...current } = await findOpenLesson(db, user, slug, section, lessonSlug)
    const accepted = acceptIntervals(intervals ?? [], lesson.duration_seconds, clock.elapsed ?? 0)
    const saved = await progress.saveHeartbeat(db, {
      user: user.id,
      course: course.id,
      lesson: lesson.id,
      position: position_seconds === undefined ? null : Math.min(position_seconds, lesson.duration_seconds),
      intervals: accepted.length > 0 ? mergeIntervals([...(current.intervals ?? []), ...accepted]) : null,
      clock: intervals ? clock : null,
    })
    if (saved) return progressOf(section, lesson, saved)
  }
}

/**
 * Finds a lesson that the learner may study now: a free one of a visible course, or one they have access to in an open section. A learner who
 * bought the lab individually can open its lesson regardless of the sections, because they have no other part of the course.
 */
export async function findOpenLesson(
  db: Db,
  user: CurrentUser,
  slug: string,
  section: string,
  lesson: string,
): Promise<LessonFacts> {
  const found = await findLessonFacts(db, user.id, { course: slug, section, lesson })
  if (courses.isFreeLesson(found.lesson) && (await courses.isVisible(db, found.course, user))) return found
  if (!found.is_open)
    assertGranted(await findAccess(db, user.id, { course: found.course.id, lab: found.lesson.lab_id }))
  const { prerequisite, is_lab_open } = found
  if (prerequisite && !is_lab_open && !isDone(prerequisite.lessons, new Set(prerequisite.completed)))
    throw new ApiError('no_access', sectionClosed(prerequisite.title), { extra: { rule: 'section_closed' } })
  return found
}

/** Completes a lesson if its rule is met: a video by its watched share, a lab by its flags, a reading lesson by this call. */
export async function completeLesson(
  deps: Pick<Deps, 'db' | 'listen' | 'issuedCertificates'>,
  user: CurrentUser,
  lessonRef: { slug: string; section: string; lesson: string },
): Promise<Accepted<'courseProgress'>> {
  const { db } = deps
  const { course, lesson } = await findOpenLesson(db, user, lessonRef.slug, lessonRef.section, lessonRef.lesson)
  const { lessons } = await progress.findCourseProgress(db, user.id, lessonRef.slug)
  const row = lessons.find((item) => item.lesson_id === lesson.id)
  if (!row?.completed_at) {
    if (lesson.kind === 'video' && lesson.video)
      assertWatched(row?.intervals ?? [], lesson.duration_seconds, course.video_share)
    if (lesson.kind === 'lab')
      throw new ApiError('not_complete', 'A lab lesson is complete once its required flags are solved.')
    await db.transaction(async (tx) => {
      await progress.saveFirstSeen(tx, user.id, course.id, lesson.id)
      await recordCompletion(tx, user.id, lesson)
    })
  }
  return readProgress(deps, user, lessonRef.slug)
}

function assertWatched(intervals: [number, number][], duration: number, share: number) {
  const watched = coveredShare(intervals, duration)
  if (watched + 1e-9 >= share) return
  const percent = (value: number) => `${Math.floor(value * 100)} %`
  throw new ApiError(
    'not_complete',
    `You have watched ${percent(watched)} of this video. The lesson needs ${percent(share)}.`,
    { extra: { watched, needed: share } },
  )
}

/** Records a completed lesson and its effect on the course. Runs in the transaction that completed it. */
export async function recordCompletion(
  tx: Db,
  userId: string,
  lesson: { id: string; course_id: string },
): Promise<boolean> {
  await progress.lockCourses(tx, [lesson.course_id], 'share')
  const isFirst = await progress.markLessonCompleted(tx, userId, lesson)
  if (isFirst) await completeCourses(tx, [lesson.course_id], userId)
  return isFirst
}

/** Completes every lesson with this lab in the learner's courses. Called when the lab's required flags are solved. */
export async function recordLabCompletion(tx: Db, userId: string, labId: string): Promise<boolean> {
  await progress.lockCourses(tx, await progress.listCoursesOf(tx, { labs: [labId] }), 'share')
  let isFirst = false
  for (const lesson of await courses.listLessonsOfLab(tx, labId))
    isFirst = (await recordCompletion(tx, userId, lesson)) || isFirst
  return isFirst
}

/** Completes these courses for each learner without a remaining required lesson, or for one learner only, and queues webhooks. */
export async function completeCourses(tx: Db, courseIds: string[], userId?: string): Promise<void> {
  const completed = await progress.markReached(tx, courseIds, userId)
  await queueWebhooks(
    tx,
    completed.map((data) => ({ type: 'course.completed', data })),
  )
}

/** Blocks completions in these courses until the transaction ends. */
export const blockCompletions = (tx: Db, ids: string[]) => progress.lockCourses(tx, ids, 'no key update')

/**
 * Completes what has become complete because a course or lab now requires less. Called in the transaction that changes the published content, which
 * locks the courses: a learner who completes a lesson at the same moment either waits or is included.
 */
export async function updateCompletions(tx: Db, concerned: progress.Concerned): Promise<void> {
  const courseIds = await progress.listCoursesOf(tx, concerned)
  if (courseIds.length === 0) return
  await blockCompletions(tx, courseIds)
  await progress.markSolvedLabs(tx, concerned)
  await completeCourses(tx, courseIds)
}
