import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { courseProgress, lessonProgress, lessons, watchClocks } from '../../db/schema/index.ts'
import type { LessonRow } from './queries.ts'
import type { Interval } from './watching.ts'

export const listLessonProgress = (db: Db, userId: string, courseIds: string[]) =>
  db
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), inArray(lessonProgress.course_id, courseIds)))

export const listCourseProgress = (db: Db, userId: string, courseIds: string[]) =>
  db
    .select()
    .from(courseProgress)
    .where(and(eq(courseProgress.user_id, userId), inArray(courseProgress.course_id, courseIds)))

export async function listCompletedLessons(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: lessonProgress.lesson_id })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), isNotNull(lessonProgress.completed_at)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes the account's watching clock in this transaction and gives the seconds since its last heartbeat: two tabs that
 * report at once wait for each other here, and together earn no more than one (DOMAIN §3).
 */
export async function advanceWatchClock(tx: Db, userId: string): Promise<number> {
  await tx
    .insert(watchClocks)
    .values({ user_id: userId, last_at: sql`now() - interval '15 seconds'` })
    .onConflictDoNothing()
  const [before] = await tx
    .select({ elapsed: sql<number>`extract(epoch from (clock_timestamp() - ${watchClocks.last_at}))::float8` })
    .from(watchClocks)
    .where(eq(watchClocks.user_id, userId))
    .for('update')
  await tx.update(watchClocks).set({ last_at: sql`clock_timestamp()` }).where(eq(watchClocks.user_id, userId))
  return before?.elapsed ?? 0
}

/** The learner's row of a lesson, locked; made when there is none. */
export async function lockLessonProgress(tx: Db, userId: string, lesson: Pick<LessonRow, 'id' | 'course_id'>) {
  const key = { user_id: userId, lesson_id: lesson.id, course_id: lesson.course_id }
  await tx.insert(lessonProgress).values(key).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.user_id, userId), eq(lessonProgress.lesson_id, lesson.id)))
    .for('update')
  if (!row) throw new Error('A row just made is gone')
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
  if (!row) throw new Error('A locked row is gone')
  return row
}

export async function saveLastSeen(tx: Db, userId: string, courseId: string, lessonId: string) {
  const seen = { last_lesson_id: lessonId, last_seen_at: sql`now()` }
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, ...seen })
    .onConflictDoUpdate({ target: [courseProgress.user_id, courseProgress.course_id], set: seen })
}

/** Marks a lesson complete; sticky, so a second time changes nothing. Says whether it was the first. */
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

/** Marks the course complete once no required lesson is left; sticky too. */
export async function markCourseCompletedWhenDone(tx: Db, userId: string, courseId: string) {
  const [left] = await tx
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
  if (left?.count !== 0) return
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, completed_at: sql`now()` })
    .onConflictDoUpdate({
      target: [courseProgress.user_id, courseProgress.course_id],
      set: { completed_at: sql`now()` },
      setWhere: isNull(courseProgress.completed_at),
    })
}
