import { and, asc, eq, getTableColumns, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../db/open.ts'
import {
  courseProgress,
  courses,
  entitlements,
  flags,
  flagTries,
  insights,
  lessonProgress,
  lessons,
  type Tally,
} from '../../db/schema/index.ts'
import type { Interval } from '../classroom/watch-time.ts'

/** Hours between opening a lesson and finishing it that still pass for one sitting. */
const SITTING_HOURS = 4

/** Every course that is no draft, its lessons and the flags of their labs get a row: those that have one keep it. */
export async function addMissingSubjects(db: Db): Promise<void> {
  const shown = sql`join ${courses} c on c.status <> 'draft'`
  await db.execute(sql`insert into ${insights} (course_id)
    select c.id from ${courses} c where c.status <> 'draft' on conflict do nothing`)
  await db.execute(sql`insert into ${insights} (lesson_id)
    select l.id from ${lessons} l ${shown} and c.id = l.course_id where l.archived_at is null on conflict do nothing`)
  await db.execute(sql`insert into ${insights} (flag_id)
    select distinct f.id from ${flags} f join ${lessons} l on l.lab_id = f.lab_id ${shown} and c.id = l.course_id
    where l.archived_at is null and f.archived_at is null and f.type <> 'NOFLAG' on conflict do nothing`)
}

/** The beginning of the day, in UTC: what was counted since then is of this night. */
const midnight = sql`(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`

/** The next subject whose figures are of an earlier night, locked; those that somebody else counts are left to them. */
export async function claimDue(tx: Tx) {
  const [row] = await tx
    .select({
      ...getTableColumns(insights),
      seconds: sql<number>`case when ${lessons.kind} = 'video' and ${lessons.video} is not null then ${lessons.duration_seconds} else 0 end`,
      changed_at: sql<string | null>`${lessons.changed_at}::text`,
    })
    .from(insights)
    .leftJoin(lessons, eq(lessons.id, insights.lesson_id))
    .where(or(isNull(insights.counted_at), lt(insights.counted_at, midnight)))
    .orderBy(asc(insights.counted_at), asc(insights.id))
    .limit(1)
    .for('update', { of: insights, skipLocked: true })
  return row
}

export type DueSubject = NonNullable<Awaited<ReturnType<typeof claimDue>>>

/** Notes how far the count has come. */
export const savePartial = (
  tx: Tx,
  id: string,
  partial: Required<Pick<typeof insights.$inferInsert, 'partial' | 'partial_after' | 'partial_of'>>,
) => tx.update(insights).set(partial).where(eq(insights.id, id))

/** Shows what was counted from now on. */
export const saveTally = (tx: Tx, id: string, tally: Tally) =>
  tx
    .update(insights)
    .set({ tally, counted_at: sql`now()`, partial: null, partial_after: null, partial_of: null })
    .where(eq(insights.id, id))

interface Portion {
  after: string | null
  limit: number
}

const beyond = (column: PgColumn, after: string | null): SQL | undefined =>
  after === null ? undefined : gt(column, after)

/** Learners of a lesson by their ids. Of a film, what was watched before its lesson last changed may be of another film. */
export async function listLessonLearners(
  tx: Tx,
  lessonId: string,
  { seconds, changed_at }: Pick<DueSubject, 'seconds' | 'changed_at'>,
  { after, limit }: Portion,
) {
  const took = sql`${lessonProgress.completed_at} - ${lessonProgress.begun_at}`
  const isOfFilm =
    seconds > 0
      ? sql`${lessonProgress.updated_at} >= coalesce(${changed_at}::timestamptz, '-infinity')
          and (${lessonProgress.position_seconds} > 0 or ${lessonProgress.intervals} <> '[]')`
      : sql`false`
  const rows = await tx
    .select({
      user_id: lessonProgress.user_id,
      finished: sql<boolean>`${lessonProgress.completed_at} is not null`,
      minutes: sql<
        number | null
      >`case when ${took} > interval '0' and ${took} <= make_interval(hours => ${SITTING_HOURS}::int)
        then ceil(extract(epoch from ${took}) / 60)::int end`,
      position: sql<number | null>`case when ${isOfFilm} then ${lessonProgress.position_seconds} end`,
      intervals: sql<Interval[] | null>`case when ${isOfFilm} then ${lessonProgress.intervals} end`,
    })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.lesson_id, lessonId), beyond(lessonProgress.user_id, after)))
    .orderBy(asc(lessonProgress.user_id))
    .limit(limit)
  return rows.map(({ position, intervals, ...row }) => ({
    ...row,
    film: position === null || intervals === null ? null : { seconds, position, intervals },
  }))
}

/** Whoever tried a flag, as far back as tries are kept. */
export const listFlagLearners = (tx: Tx, flagId: string, { after, limit }: Portion) =>
  tx
    .select({
      user_id: flagTries.user_id,
      solved: sql<boolean>`bool_or(${flagTries.correct})`,
      wrong: sql<number>`(count(*) filter (where not ${flagTries.correct}))::int`,
    })
    .from(flagTries)
    .where(and(eq(flagTries.flag_id, flagId), beyond(flagTries.user_id, after)))
    .groupBy(flagTries.user_id)
    .orderBy(asc(flagTries.user_id))
    .limit(limit)

/** Whoever began a course, with the whole days from their first access to its end. */
export const listCourseLearners = (tx: Tx, courseId: string, { after, limit }: Portion) =>
  tx
    .select({
      user_id: courseProgress.user_id,
      finished: sql<boolean>`${courseProgress.completed_at} is not null`,
      days: sql<
        number | null
      >`(select floor(extract(epoch from ${courseProgress.completed_at} - min(e.created_at)) / 86400)::int
        from ${entitlements} e where e.user_id = ${courseProgress.user_id} and e.course_id = ${courseProgress.course_id}
        having min(e.created_at) <= ${courseProgress.completed_at})`,
    })
    .from(courseProgress)
    .where(and(eq(courseProgress.course_id, courseId), beyond(courseProgress.user_id, after)))
    .orderBy(asc(courseProgress.user_id))
    .limit(limit)
