import { and, asc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { isAmongUuids } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead, prepared } from '../../../db/prepared.ts'
import {
  courseProgress,
  courses,
  entitlements,
  flagSolves,
  flags,
  lessonProgress,
  lessons,
  watchClocks,
} from '../../../db/schema/index.ts'
import type { LessonRow } from '../courses/index.ts'
import { isEntitlementOpen, longestEnd } from '../entitlements/index.ts'
import type { Interval } from './watch-time.ts'

export interface ProgressRow {
  lesson_id: string
  completed_at: string | null
  position_seconds: number
  intervals: Interval[]
  updated_at: string
}

/** The learner's progress in the course with this slug. Returned as JSON, because parsing hundreds of lessons value by value is slow. */
export async function findCourseProgress(db: Db, userId: string, course: string): Promise<CourseProgress> {
  const [row] = await ofCourse(db, { userId, course })
  return { lessons: row?.lessons ?? [], course: row?.course ?? null }
}

interface CourseProgress {
  lessons: ProgressRow[]
  /** Null until the learner has opened a lesson. */
  course: typeof courseProgress.$inferSelect | null
}

const inIso = (moment: SQLWrapper) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const userId = sql.placeholder('userId')
const ofLessons = sql<ProgressRow[] | null>`(select json_agg(json_build_object('lesson_id', ${lessonProgress.lesson_id},
    'completed_at', ${inIso(lessonProgress.completed_at)}, 'position_seconds', ${lessonProgress.position_seconds},
    'intervals', ${lessonProgress.intervals}, 'updated_at', ${inIso(lessonProgress.updated_at)}))
  from ${lessonProgress} where ${lessonProgress.user_id} = ${userId} and ${lessonProgress.course_id} = ${courses.id})`

const ofCourse = pipelinedRead('find_course_progress', (db) =>
  db
    .select({ lessons: ofLessons, course: courseProgress })
    .from(courses)
    .leftJoin(courseProgress, and(eq(courseProgress.user_id, userId), eq(courseProgress.course_id, courses.id)))
    .where(eq(courses.slug, sql.placeholder('course'))),
)

interface Heartbeat {
  user: string
  course: string
  lesson: string
  position: number | null
  /** All watched intervals of the lesson, including those of this heartbeat; null if it adds none. */
  intervals: Interval[] | null
  /** Time at which the account's watch clock was read, and its value then; null if nothing was measured. */
  clock: { now: string; last_at: string | null } | null
}

/**
 * Saves a heartbeat in one statement. Undefined, without saving, if the account's watch clock has moved since it was read. If two tabs report at
 * the same time, one must measure again, so that together they earn no more than one.
 */
export async function saveHeartbeat(db: Db, { clock, intervals, ...values }: Heartbeat) {
  const [row] = await heartbeat(db).execute({
    ...values,
    intervals: intervals && JSON.stringify(intervals),
    measured: clock !== null,
    now: clock?.now ?? null,
    last_at: clock?.last_at ?? null,
  })
  return row
}

const heartbeat = prepared((db) => {
  const value = (name: keyof Heartbeat | 'measured' | 'now' | 'last_at', type: string) =>
    sql`${sql.placeholder(name)}::${sql.raw(type)}`
  const [user, course, lesson] = [value('user', 'uuid'), value('course', 'uuid'), value('lesson', 'uuid')]
  const [position, intervals] = [value('position', 'float8'), value('intervals', 'jsonb')]
  const clock = db.$with('clock').as(
    db
      .insert(watchClocks)
      .select(sql`select ${user}, ${value('now', 'timestamptz')} where ${value('measured', 'boolean')}`)
      .onConflictDoUpdate({
        target: watchClocks.user_id,
        set: { last_at: sql`greatest(excluded.last_at, ${watchClocks.last_at})` },
        setWhere: sql`${watchClocks.last_at} = ${value('last_at', 'timestamptz')}`,
      })
      .returning({ user_id: watchClocks.user_id }),
  )
  const seen = db.$with('seen').as(
    db
      .insert(courseProgress)
      .select(
        sql`select ${user}, ${course}, ${lesson}, now(), null::timestamptz, null::timestamptz, null::timestamptz
          where not ${value('measured', 'boolean')} or exists (select 1 from ${clock})`,
      )
      .onConflictDoUpdate({
        target: [courseProgress.user_id, courseProgress.course_id],
        set: { last_lesson_id: sql`excluded.last_lesson_id`, last_seen_at: sql`now()` },
      })
      .returning({ user_id: courseProgress.user_id }),
  )
  return db
    .with(clock, seen)
    .insert(lessonProgress)
    .select(
      sql`select ${user}, ${lesson}, ${course}, coalesce(${position}, 0), coalesce(${intervals}, '[]'), null::timestamptz, now(), now() from ${seen}`,
    )
    .onConflictDoUpdate({
      target: [lessonProgress.user_id, lessonProgress.lesson_id],
      set: {
        position_seconds: sql`coalesce(${position}, ${lessonProgress.position_seconds})`,
        intervals: sql`coalesce(${intervals}, ${lessonProgress.intervals})`,
        updated_at: sql`now()`,
      },
    })
    .returning()
    .prepare('save_heartbeat')
})

/** Moves the account's watch clock by a microsecond, so that a concurrent heartbeat which read the intervals before this transaction has to measure again. */
export const touchWatchClock = (tx: Db, userId: string) =>
  tx
    .update(watchClocks)
    .set({ last_at: sql`${watchClocks.last_at} + interval '1 microsecond'` })
    .where(eq(watchClocks.user_id, userId))

/** Locks the learner's progress row of a lesson, and inserts it first if missing. */
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

/** Sets the last opened lesson of a course, unless the account has one. */
export const saveFirstSeen = (tx: Db, userId: string, courseId: string, lessonId: string) =>
  tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, last_lesson_id: lessonId, last_seen_at: sql`now()` })
    .onConflictDoNothing()

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

/** Locks these courses: shared by learners completing something in them, exclusive for content changes, so that neither misses the other's writes. */
export const lockCourses = (tx: Db, ids: string[], strength: 'share' | 'no key update') =>
  tx
    .select({ id: courses.id })
    .from(courses)
    .where(isAmongUuids(courses.id, ids))
    .orderBy(asc(courses.id))
    .for(strength)

interface CompletedCourse {
  user_id: string
  course_id: string
  slug: string
  title: string
}

/**
 * Records permanently how far learners have come in these courses, for one learner or all: the share after which feedback is asked for, and the
 * completion once no required lesson is left. Returns the newly completed courses. A single statement for any number of learners.
 */
export async function markReached(tx: Db, courseIds: string[], user?: string): Promise<CompletedCourse[]> {
  const { rows } = (await tx.execute(sql`
    with outline as (
      select c.id, c.feedback_share, count(l.id)::int as required
      from ${courses} c join ${lessons} l on l.course_id = c.id and l.required and l.archived_at is null
      where c.id = any(array(select jsonb_array_elements_text(${JSON.stringify(courseIds)}::jsonb))::uuid[]) group by c.id),
    done as (
      select p.user_id, o.id as course_id, min(o.feedback_share) as share, min(o.required) as required,
        (count(*) filter (where l.required and l.archived_at is null))::int as completed
      from outline o join ${lessons} l on l.course_id = o.id join ${lessonProgress} p on p.lesson_id = l.id
      where p.completed_at is not null ${user === undefined ? sql`` : sql`and p.user_id = ${user}::uuid`}
      group by p.user_id, o.id),
    came as (
      select d.user_id, d.course_id, d.completed = d.required as ended, d.completed >= d.required * d.share - 1e-9 as asked from done d),
    saved as (
      insert into ${courseProgress} (user_id, course_id, feedback_due_at, completed_at)
      select d.user_id, d.course_id, case when d.asked then now() end, case when d.ended then now() end
      from came d left join ${courseProgress} p on p.user_id = d.user_id and p.course_id = d.course_id
      where case when p.user_id is null
          then d.asked or exists (select from ${entitlements} e where e.user_id = d.user_id and e.course_id = d.course_id)
        else (d.ended and p.completed_at is null) or (d.asked and p.feedback_due_at is null) end
      on conflict (user_id, course_id) do update set
        feedback_due_at = coalesce("course_progress".feedback_due_at, excluded.feedback_due_at),
        completed_at = coalesce("course_progress".completed_at, excluded.completed_at)
      returning user_id, course_id, completed_at)
    select s.user_id, s.course_id, c.slug, c.title from saved s join ${courses} c on c.id = s.course_id
    where s.completed_at = now() order by s.course_id, s.user_id`)) as unknown as { rows: CompletedCourse[] }
  return rows
}

/** Lessons affected by a content change: those of courses, or those with a lab. */
export type Concerned = { courses: string[] } | { labs: string[] }

/** Ids of the courses that contain the affected lessons. */
export async function listCoursesOf(db: Db, concerned: Concerned): Promise<string[]> {
  if ('courses' in concerned) return concerned.courses
  const rows = await db
    .selectDistinct({ id: lessons.course_id })
    .from(lessons)
    .where(and(isAmongUuids(lessons.lab_id, concerned.labs), isNull(lessons.archived_at)))
  return rows.map(({ id }) => id)
}

/** Completes the lessons with a lab for every learner who has solved all flags that the lab requires. */
export async function markSolvedLabs(tx: Db, concerned: Concerned): Promise<void> {
  const isConcerned =
    'courses' in concerned
      ? isAmongUuids(lessons.course_id, concerned.courses)
      : isAmongUuids(lessons.lab_id, concerned.labs)
  const isAsked = sql`f.lab_id = ${lessons.lab_id} and f.required and f.archived_at is null`
  await tx
    .insert(lessonProgress)
    .select(
      sql`select s.user_id, ${lessons.id}, ${lessons.course_id}, 0, '[]', now(), now(), null::timestamptz
        from ${lessons} join ${flags} f on ${isAsked} join ${flagSolves} s on s.flag_id = f.id
        where ${and(isConcerned, isNull(lessons.archived_at))}
        group by s.user_id, ${lessons.id}
        having count(distinct f.id) = (select count(*) from ${flags} f where ${isAsked})`,
    )
    .onConflictDoUpdate({
      target: [lessonProgress.user_id, lessonProgress.lesson_id],
      set: { completed_at: sql`now()`, updated_at: sql`now()` },
      setWhere: isNull(lessonProgress.completed_at),
    })
}

/** Records that the learner has given feedback and need not be asked again. */
export async function markFeedbackGiven(tx: Db, userId: string, courseId: string) {
  const now = sql`now()`
  await tx
    .insert(courseProgress)
    .values({ user_id: userId, course_id: courseId, feedback_due_at: now, feedback_given_at: now })
    .onConflictDoUpdate({
      target: [courseProgress.user_id, courseProgress.course_id],
      set: { feedback_due_at: sql`coalesce(${courseProgress.feedback_due_at}, now())`, feedback_given_at: now },
    })
}

/** Courses that are open to the learner, with the end of access, the progress and the ids of completed lessons. */
export const listOpenCourses = (db: Db, userId: string) => openCourses(db, { userId })

const openCourses = pipelinedRead('list_open_courses', (db) => {
  const userId = sql.placeholder('userId')
  const access = db
    .select({ course_id: entitlements.course_id, ends_at: longestEnd.as('access_ends_at') })
    .from(entitlements)
    .where(and(eq(entitlements.user_id, userId), eq(entitlements.kind, 'course'), isEntitlementOpen))
    .groupBy(entitlements.course_id)
    .as('access')
  return db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      subtitle: courses.subtitle,
      access_ends_at: access.ends_at,
      completed_at: courseProgress.completed_at,
      last_seen_at: courseProgress.last_seen_at,
      last_lesson_id: courseProgress.last_lesson_id,
      last_position: sql<number | null>`(select l.position_seconds from ${lessonProgress} l
        where l.user_id = ${userId} and l.lesson_id = ${courseProgress.last_lesson_id})`,
      certificate_type: courses.certificate_type,
      cover: courses.cover,
      completed_lessons: sql<string[]>`(select coalesce(json_agg(l.lesson_id), '[]') from ${lessonProgress} l
        where l.user_id = ${userId} and l.course_id = ${courses.id} and l.completed_at is not null)`,
    })
    .from(courses)
    .innerJoin(access, eq(access.course_id, courses.id))
    .leftJoin(courseProgress, and(eq(courseProgress.course_id, courses.id), eq(courseProgress.user_id, userId)))
})
