import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead } from '../../db/prepared.ts'
import { courseProgress, courses, lessonProgress, lessons, watchClocks } from '../../db/schema/index.ts'
import { isAmongIds, toIdList } from '../../db/uuid.ts'
import type { LessonRow } from '../courses/service.ts'
import type { Interval } from './watch-time.ts'

export const listLessonProgress = (db: Db, userId: string, courseIds: string[]) =>
  lessonsOf(db, { userId, courses: toIdList(courseIds) })

const lessonsOf = pipelinedRead('list_lesson_progress', (db) =>
  db
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, sql.placeholder('userId')), isAmongIds(lessonProgress.course_id, 'courses'))),
)

export const listCourseProgress = (db: Db, userId: string, courseIds: string[]) =>
  coursesOf(db, { userId, courses: toIdList(courseIds) })

const coursesOf = pipelinedRead('list_course_progress', (db) =>
  db
    .select()
    .from(courseProgress)
    .where(and(eq(courseProgress.user_id, sql.placeholder('userId')), isAmongIds(courseProgress.course_id, 'courses'))),
)

export async function listCompletedLessons(db: Db, userId: string): Promise<Set<string>> {
  const rows = await completed(db, { userId })
  return new Set(rows.map(({ id }) => id))
}

const completed = pipelinedRead('list_completed_lessons', (db) =>
  db
    .select({ id: lessonProgress.lesson_id })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, sql.placeholder('userId')), isNotNull(lessonProgress.completed_at))),
)

/**
 * Locks the account's watch clock in this transaction and returns the seconds since its last heartbeat; 0 for the first
 * one, which only starts the clock. Two tabs that report at the same time wait for each other here and together earn no
 * more than one.
 */
export async function advanceWatchClock(tx: Db, userId: string): Promise<number> {
  await tx.insert(watchClocks).values({ user_id: userId, last_at: sql`clock_timestamp()` }).onConflictDoNothing()
  const [clock] = await tx
    .select({ elapsed: sql<number>`extract(epoch from (clock_timestamp() - ${watchClocks.last_at}))::float8` })
    .from(watchClocks)
    .where(eq(watchClocks.user_id, userId))
    .for('update')
  await tx.update(watchClocks).set({ last_at: sql`clock_timestamp()` }).where(eq(watchClocks.user_id, userId))
  return clock?.elapsed ?? 0
}

/** Locks the learner's row of a lesson, and inserts it first if missing. */
export async function lockLessonProgress(tx: Db, userId: string, lesson: Pick<LessonRow, 'id' | 'course_id'>) {
  const key = { user_id: userId, lesson_id: lesson.id, course_id: lesson.course_id }
  await tx.insert(lessonProgress).values(key).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), eq(lessonProgress.lesson_id, lesson.id)))
    .for('update')
  if (!row) throw new Error('The upserted row was not found')
  return row
}

export async function saveWatching(
  tx: Db,
  userId: string,
  lessonId: string,
  set: { position_seconds?: number; intervals?: Interval[] },
) {
  const [row] = await tx
    .update(lessonProgress)
    .set({ ...set, updated_at: sql`now()` })
    .where(and(eq(lessonProgress.user_id, userId), eq(lessonProgress.lesson_id, lessonId)))
    .returning()
  if (!row) throw new Error('The locked row was not found')
  return row
}

export async function saveLastSeen(tx: Db, userId: string, courseId: string, lessonId: string) {
  const seen = { last_lesson_id: lessonId, last_seen_at: sql`now()` }
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, ...seen })
    .onConflictDoUpdate({ target: [courseProgress.user_id, courseProgress.course_id], set: seen })
}

/** The last lesson seen of a course in which the account has seen none so far. */
export async function saveFirstSeen(tx: Db, userId: string, courseId: string, lessonId: string) {
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, last_lesson_id: lessonId, last_seen_at: sql`now()` })
    .onConflictDoNothing()
}

/** Marks a lesson complete, which is permanent. Returns whether it was not complete before. */
export async function markLessonCompleted(
  tx: Db,
  userId: string,
  lesson: Pick<LessonRow, 'id' | 'course_id'>,
): Promise<boolean> {
  const marked = await tx
    .insert(lessonProgress)
    .values({ user_id: userId, lesson_id: lesson.id, course_id: lesson.course_id, completed_at: sql`now()` })
    .onConflictDoUpdate({
      target: [lessonProgress.user_id, lessonProgress.lesson_id],
      set: { completed_at: sql`now()`, updated_at: sql`now()` },
      setWhere: isNull(lessonProgress.completed_at),
    })
    .returning({ id: lessonProgress.lesson_id })
  return marked.length > 0
}

/** Marks the course complete, permanently, once no required lesson is left. */
export async function markCourseCompletedWhenDone(tx: Db, userId: string, courseId: string) {
  const [remaining] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(lessons)
    .leftJoin(lessonProgress, and(eq(lessonProgress.lesson_id, lessons.id), eq(lessonProgress.user_id, userId)))
    .where(
      and(
        eq(lessons.course_id, courseId),
        eq(lessons.required, true),
        isNull(lessons.archived_at),
        isNull(lessonProgress.completed_at),
      ),
    )
  if (remaining?.count !== 0) return
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, completed_at: sql`now()` })
    .onConflictDoUpdate({
      target: [courseProgress.user_id, courseProgress.course_id],
      set: { completed_at: sql`now()` },
      setWhere: isNull(courseProgress.completed_at),
    })
}

/** The given courses with the learner's progress. */
export const listCoursesWithProgress = (db: Db, userId: string, ids: string[]) =>
  withProgress(db, { userId, ids: toIdList(ids) })

const withProgress = pipelinedRead('list_courses_with_progress', (db) =>
  db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      subtitle: courses.subtitle,
      completed_at: courseProgress.completed_at,
      last_seen_at: courseProgress.last_seen_at,
      last_lesson_id: courseProgress.last_lesson_id,
    })
    .from(courses)
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.course_id, courses.id), eq(courseProgress.user_id, sql.placeholder('userId'))),
    )
    .where(isAmongIds(courses.id, 'ids')),
)
