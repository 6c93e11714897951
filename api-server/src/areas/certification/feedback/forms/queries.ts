import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, eq, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains } from '../../../../db/lists/search.ts'
import type { Db } from '../../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackForms,
  feedbackQuestions,
  feedbackResponses,
} from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'

export type FormRow = typeof feedbackForms.$inferSelect

const responses = sql<number>`(select count(*)::int from ${feedbackResponses} r where r.form_id = "feedback_forms"."id")`
const usedBy = sql<number>`(select count(*)::int from ${courses} c where c.feedback_form_id = "feedback_forms"."id")`

/** Feedback forms; archived ones only when the filter asks for them. */
export const formSource = {
  table: feedbackForms,
  id: sql`${feedbackForms.id}::text`,
  where: matching,
  keys: {
    title: [sql`${feedbackForms.title}`, sql`${feedbackForms.id}`],
    updated_at: [sql`${feedbackForms.updated_at}`, sql`${feedbackForms.id}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: feedbackForms.id,
          slug: feedbackForms.slug,
          title: feedbackForms.title,
          questions: sql<number>`(select count(*)::int from feedback_questions q
          where q.form_id = "feedback_forms"."id" and q.archived_at is null)`,
          courses: usedBy,
          responses,
          archived_at: feedbackForms.archived_at,
          updated_at: feedbackForms.updated_at,
          version: feedbackForms.version,
          ...slice.cursor,
        })
        .from(feedbackForms),
      slice,
    ),
} satisfies ListSourceOf<'listFeedbackForms'>

function matching(filter: Output<'feedbackFormFilter'>): SQL | undefined {
  return and(
    filter.id && isAmongUuids(feedbackForms.id, filter.id),
    contains(sql`${feedbackForms.title}`, filter.q),
    filter.archived ? isNotNull(feedbackForms.archived_at) : filter.id ? undefined : isNull(feedbackForms.archived_at),
  )
}

export async function findForm(db: Db, id: string) {
  const [row] = await db
    .select({ form: feedbackForms, courses: usedBy, responses })
    .from(feedbackForms)
    .where(hasId(feedbackForms.id, id))
  return row
}

/** Locks the form until the transaction ends, so that it is neither changed nor answered. */
export async function lockForm(tx: Db, id: string): Promise<FormRow | undefined> {
  const [row] = await tx.select().from(feedbackForms).where(hasId(feedbackForms.id, id)).for('update')
  return row
}

export const listCoursesOf = (db: Db, formId: string) =>
  db
    .select({
      slug: courses.slug,
      title: courses.title,
      status: courses.status,
      feedback_share: courses.feedback_share,
      responses: sql<number>`(select count(*)::int from ${feedbackResponses} r
        where r.form_id = ${formId} and r.course_id = "courses"."id")`,
    })
    .from(courses)
    .where(eq(courses.feedback_form_id, formId))
    .orderBy(asc(courses.title))

export const listQuestions = (db: Db, formId: string) =>
  db
    .select({
      id: feedbackQuestions.id,
      slug: feedbackQuestions.slug,
      kind: feedbackQuestions.kind,
      label: feedbackQuestions.label,
      choices: feedbackQuestions.choices,
      required: feedbackQuestions.required,
      answered: sql<boolean>`exists (select from ${feedbackAnswers} a where a.question_id = "feedback_questions"."id")`,
    })
    .from(feedbackQuestions)
    .where(and(eq(feedbackQuestions.form_id, formId), isNull(feedbackQuestions.archived_at)))
    .orderBy(asc(feedbackQuestions.position))

/** Slugs of all questions of the form, including archived ones. */
export async function listQuestionSlugs(db: Db, formId: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: feedbackQuestions.slug })
    .from(feedbackQuestions)
    .where(eq(feedbackQuestions.form_id, formId))
  return new Set(rows.map(({ slug }) => slug))
}

export async function listFormSlugs(db: Db, start: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: feedbackForms.slug })
    .from(feedbackForms)
    .where(like(feedbackForms.slug, `${start}%`))
  return new Set(rows.map(({ slug }) => slug))
}

export async function insertForm(tx: Db, row: typeof feedbackForms.$inferInsert): Promise<FormRow | undefined> {
  const [inserted] = await tx.insert(feedbackForms).values(row).onConflictDoNothing().returning()
  return inserted
}

type FormChange = { [Column in keyof FormRow]?: FormRow[Column] | undefined }

export async function updateForm(tx: Db, id: string, change: FormChange) {
  await tx
    .update(feedbackForms)
    .set({ ...(change as Partial<FormRow>), updated_at: sql`now()`, version: sql`${feedbackForms.version} + 1` })
    .where(eq(feedbackForms.id, id))
}

export async function insertQuestions(tx: Db, rows: (typeof feedbackQuestions.$inferInsert)[]) {
  if (rows.length > 0) await tx.insert(feedbackQuestions).values(rows)
}

export async function countResponses(db: Db, formId: string, formVersion: number): Promise<number> {
  return db.$count(
    feedbackResponses,
    and(eq(feedbackResponses.form_id, formId), eq(feedbackResponses.form_version, formVersion)),
  )
}
