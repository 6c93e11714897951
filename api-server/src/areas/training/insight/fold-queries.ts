import { and, asc, eq, getTableColumns, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/open.ts'
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
} from '../../../db/schema/index.ts'
import type { Interval } from '../../catalogue/progress/index.ts'

/** Maximum hours between opening and finishing a lesson that count as one sitting. */
const SITTING_HOURS = 4

/** Adds a row for each course that is not a draft, its lessons, and the flags of their labs. Existing rows are unchanged. */
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

/** Start of the UTC day. Figures counted since then are up to date. */
const midnight = sql`(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`

/** Locks the next subject whose figures are from an earlier day. Skips subjects that another process is counting. */
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

export const savePartial = (
  tx: Tx,
  id: string,
  partial: Required<Pick<typeof insights.$inferInsert, 'partial' | 'partial_after' | 'partial_of'>>,
) => tx.update(insights).set(partial).where(eq(insights.id, id))

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

/** A batch of a lesson's learners, by id. For a video, viewing from before the lesson's last change is ignored, because it may be of a different video. */
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

/** Learners who tried a flag, within the retention of tries. */
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

/** Learners who started a course, with the number of whole days from their first access to its completion. */
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
