import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courseProgress,
  courses,
  feedbackForms,
  feedbackFormVersions,
  feedbackResponses,
  feedbackTallies,
} from '../../../db/schema/index.ts'

/** Counted from the tallies and the few waiting responses: a course may have a hundred thousand answers. */

const isResponses = sql`t.question_id is null and t.value is null`
const shown = (where: SQL) =>
  sql<number>`(select coalesce(sum(t.count), 0)::int from ${feedbackTallies} t where ${isResponses} and ${where})`
const waiting = (where: SQL) =>
  sql<number>`(select count(*)::int from ${feedbackResponses} r where r.week is null and ${where})`

const responsesOfCourse = sql<number>`${shown(sql`t.course_id = "courses"."id"`)} + ${waiting(sql`r.course_id = "courses"."id"`)}`

export async function findCourse(db: Db, slug: string) {
  const [row] = await db
    .select({
      id: courses.id,
      slug: courses.slug,
      title: courses.title,
      form_id: courses.feedback_form_id,
      responses: responsesOfCourse,
      due: sql<number>`(select count(*)::int from ${courseProgress} p
        where p.course_id = "courses"."id" and p.feedback_due_at is not null)`,
      // Erased accounts no longer have progress, but their responses remain.
      erased: sql<number>`(select count(*)::int from ${feedbackResponses} r
        where r.course_id = "courses"."id" and r.user_id is null)`,
    })
    .from(courses)
    .where(eq(courses.slug, slug))
  return row
}

/** Courses that ask for feedback or have some. Not paginated: catalogues are written by hand and stay small. */
export const listCourses = (db: Db) =>
  db
    .select({
      id: courses.slug,
      slug: courses.slug,
      title: courses.title,
      status: courses.status,
      form_id: courses.feedback_form_id,
      form: feedbackForms.title,
      responses: responsesOfCourse,
    })
    .from(courses)
    .leftJoin(feedbackForms, eq(feedbackForms.id, courses.feedback_form_id))
    .where(
      sql`${courses.feedback_form_id} is not null or exists (select from ${feedbackResponses} r where r.course_id = ${courses.id})`,
    )
    .orderBy(asc(courses.title))
    .limit(1000)

/** Form versions that were answered in the course, and the current version. Latest first. */
export function listVersionsOfCourse(db: Db, courseId: string, currentForm: string | null) {
  const isOfVersion = (row: 't' | 'r') =>
    sql`${sql.raw(row)}.course_id = ${courseId} and ${sql.raw(row)}.form_id = "feedback_form_versions"."form_id"
      and ${sql.raw(row)}.form_version = "feedback_form_versions"."number"`
  const isCurrent = sql<boolean>`("feedback_form_versions"."form_id" = ${currentForm}::uuid and not exists (select from ${feedbackFormVersions} later
    where later.form_id = "feedback_form_versions"."form_id" and later.number > "feedback_form_versions"."number")) is true`
  const [shownHere, waitingHere] = [shown(isOfVersion('t')), waiting(isOfVersion('r'))]
  return db
    .select({
      form_id: feedbackFormVersions.form_id,
      title: feedbackForms.title,
      number: feedbackFormVersions.number,
      anonymity_threshold: feedbackFormVersions.anonymity_threshold,
      questions: feedbackFormVersions.questions,
      responses: sql<number>`${shownHere} + ${waitingHere}`,
      waiting: waitingHere,
      current: isCurrent,
    })
    .from(feedbackFormVersions)
    .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackFormVersions.form_id))
    .where(sql`${isCurrent} or exists (select from ${feedbackResponses} r where ${isOfVersion('r')})`)
    .orderBy(desc(feedbackFormVersions.created_at), desc(feedbackFormVersions.number))
}

export type VersionRow = Awaited<ReturnType<typeof listVersionsOfCourse>>[number]

interface Asked {
  course_id: string
  form_id: string
  from_week: string | null
  until_week: string | null
}

const isAsked = ({ course_id, form_id, from_week, until_week }: Asked) =>
  and(
    eq(feedbackTallies.course_id, course_id),
    eq(feedbackTallies.form_id, form_id),
    from_week === null ? undefined : gte(feedbackTallies.week, from_week),
    until_week === null ? undefined : lte(feedbackTallies.week, until_week),
  )

/** Number of times each value was given, by question and version. Rows with a null value count answers; rows with a null question count responses. */
export const addUpValues = (db: Db, asked: Asked) =>
  db
    .select({
      form_version: feedbackTallies.form_version,
      question_id: feedbackTallies.question_id,
      value: feedbackTallies.value,
      count: sql<number>`sum(${feedbackTallies.count})::int`,
    })
    .from(feedbackTallies)
    .where(isAsked(asked))
    .groupBy(feedbackTallies.form_version, feedbackTallies.question_id, feedbackTallies.value)

/** Weekly counts of these questions' values, in the format of `addUpValues`. */
export const listWeeklyValues = (db: Db, asked: Asked, formVersion: number, questionIds: string[]) =>
  db
    .select({
      week: feedbackTallies.week,
      question_id: feedbackTallies.question_id,
      value: feedbackTallies.value,
      count: feedbackTallies.count,
    })
    .from(feedbackTallies)
    .where(
      and(
        isAsked(asked),
        eq(feedbackTallies.form_version, formVersion),
        sql`(${isNull(feedbackTallies.question_id)} or ${inArray(feedbackTallies.question_id, questionIds)})`,
      ),
    )
    .orderBy(asc(feedbackTallies.week))
