import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../../db/open.ts'
import {
  feedbackForms,
  feedbackFormVersions,
  feedbackQuestions,
  feedbackResponses,
} from '../../../../db/schema/index.ts'
import { upsertRows } from '../../../../db/upsert.ts'

const { form_id, number } = feedbackFormVersions

/** Current questions of a form, in the format of a version. */
const questionsAsked = sql`coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'label', q.label,
    'choices', q.choices, 'required', q.required) order by q.position)
  from ${feedbackQuestions} q where q.form_id = "feedback_forms"."id" and q.archived_at is null), '[]'::jsonb)`

/**
 * Saves the current questions of the forms as their latest version, if they have changed. A version with responses is retained and
 * followed by a new one; a version without responses is replaced. The forms must be locked; responses take the same lock. Returns
 * the forms with a new version number.
 */
export async function saveVersions(tx: Db, formIds: string[]): Promise<Set<string>> {
  if (formIds.length === 0) return new Set()
  const latest = tx
    .selectDistinctOn([form_id])
    .from(feedbackFormVersions)
    .where(inArray(form_id, formIds))
    .orderBy(form_id, desc(number))
    .as('latest')
  const changed = await tx
    .select({
      form_id: feedbackForms.id,
      anonymity_threshold: feedbackForms.anonymity_threshold,
      questions: sql<(typeof feedbackFormVersions.$inferInsert)['questions']>`${questionsAsked}`,
      latest: { id: latest.id, number: latest.number },
      isAnswered: sql<boolean>`exists (select from ${feedbackResponses} r
        where r.form_id = ${latest.form_id} and r.form_version = ${latest.number})`,
    })
    .from(feedbackForms)
    .leftJoin(latest, eq(latest.form_id, feedbackForms.id))
    .where(
      and(
        inArray(feedbackForms.id, formIds),
        sql`(${latest.questions}, ${latest.anonymity_threshold}) is distinct from (${questionsAsked}, ${feedbackForms.anonymity_threshold})`,
      ),
    )
  if (changed.length === 0) return new Set()
  const replaced = changed.flatMap((form) => (form.latest && !form.isAnswered ? form.latest.id : []))
  if (replaced.length > 0) await tx.delete(feedbackFormVersions).where(inArray(feedbackFormVersions.id, replaced))
  await tx.insert(feedbackFormVersions).values(
    changed.map(({ latest, isAnswered, ...version }) => ({
      ...version,
      number: (latest?.number ?? 0) + (isAnswered || !latest ? 1 : 0),
    })),
  )
  return new Set(changed.flatMap((form) => (form.isAnswered ? form.form_id : [])))
}

export type FormVersion = typeof feedbackFormVersions.$inferSelect

/** Version of the form with this id, or else the latest. */
export async function findVersion(db: Db, formId: string, id?: string): Promise<FormVersion | undefined> {
  const [version] = await db
    .select()
    .from(feedbackFormVersions)
    .where(and(eq(form_id, formId), id === undefined ? undefined : eq(feedbackFormVersions.id, id)))
    .orderBy(desc(number))
    .limit(1)
  return version
}

export const listVersions = (db: Db, formId: string) =>
  db
    .select({
      id: feedbackFormVersions.id,
      number,
      created_at: feedbackFormVersions.created_at,
      anonymity_threshold: feedbackFormVersions.anonymity_threshold,
      questions: feedbackFormVersions.questions,
      responses: sql<number>`(select count(*)::int from ${feedbackResponses} r
        where r.form_id = "feedback_form_versions"."form_id" and r.form_version = "feedback_form_versions"."number")`,
    })
    .from(feedbackFormVersions)
    .where(eq(form_id, formId))
    .orderBy(desc(number))
    .limit(MAX_VERSIONS)

const MAX_VERSIONS = 100

const edited = { version: sql`${feedbackForms.version} + 1`, updated_at: sql`now()` }

/** Writes forms by id, for the editor and the content import. `save` inserts or replaces rows, and restores archived ones. */
export const formRows = {
  save: (tx: Tx, rows: (typeof feedbackForms.$inferInsert)[]) =>
    upsertRows(
      tx,
      feedbackForms,
      rows.map((row) => ({ ...row, archived_at: null })),
      edited,
    ),
  async archive(tx: Tx, ids: string[]) {
    await tx
      .update(feedbackForms)
      .set({ ...edited, archived_at: sql`now()` })
      .where(inArray(feedbackForms.id, ids))
  },
  async delete(tx: Tx, ids: string[]) {
    await tx.delete(feedbackForms).where(inArray(feedbackForms.id, ids))
  },
}

/** Writes questions in the same way. Call `saveVersions` afterwards. */
export const questionRows = {
  save: (tx: Tx, rows: (typeof feedbackQuestions.$inferInsert)[]) =>
    upsertRows(
      tx,
      feedbackQuestions,
      rows.map((row) => ({ ...row, archived_at: null })),
    ),
  async archive(tx: Tx, ids: string[]) {
    await tx.update(feedbackQuestions).set({ archived_at: sql`now()` }).where(inArray(feedbackQuestions.id, ids))
  },
  async delete(tx: Tx, ids: string[]) {
    await tx.delete(feedbackQuestions).where(inArray(feedbackQuestions.id, ids))
  },
}
