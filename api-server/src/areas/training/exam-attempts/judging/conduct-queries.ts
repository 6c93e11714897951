import type { Output } from '@flagyard/api-types/contract/operation'
import { ANSWER_DAYS } from '@flagyard/api-types/exam-attempts/timing'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import type { Db } from '../../../../db/open.ts'
import { conductCases, examAttempts, exams, users } from '../../../../db/schema/index.ts'
import { columnsOf, isUuid, oneRow } from '../../../../db/sql.ts'

export type CaseRow = typeof conductCases.$inferSelect

const opener = alias(users, 'opener')
const decider = alias(users, 'decider')

/** Conduct cases of an attempt with the usernames of the administrators who opened and decided them; oldest first. */
export const listCases = (db: Db, attemptId: string) =>
  db
    .select({ row: conductCases, opened_by: opener.username, decided_by: decider.username })
    .from(conductCases)
    .leftJoin(opener, eq(opener.id, conductCases.opened_by))
    .leftJoin(decider, eq(decider.id, conductCases.decided_by))
    .where(eq(conductCases.attempt_id, attemptId))
    .orderBy(asc(conductCases.created_at), asc(conductCases.id))

export async function insertCase(
  tx: Db,
  values: { attempt_id: string; evidence: string; opened_by: string },
): Promise<boolean> {
  const rows = await tx.insert(conductCases).values(values).onConflictDoNothing().returning({ id: conductCases.id })
  return rows.length > 0
}

/** Finds a conduct case about one of the learner's attempts. */
export async function findCase(db: Db, userId: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({ row: conductCases, exam_id: examAttempts.exam_id })
    .from(conductCases)
    .innerJoin(examAttempts, eq(examAttempts.id, conductCases.attempt_id))
    .where(and(eq(conductCases.id, id), eq(examAttempts.user_id, userId)))
  return row
}

export const lockCase = (tx: Db, id: string): Promise<CaseRow> =>
  oneRow(tx.select().from(conductCases).where(eq(conductCases.id, id)).for('no key update'))

/** Stores the candidate's answer if the case is open and unanswered. Undefined otherwise. */
export async function saveAnswer(db: Db, id: string, answer: string): Promise<CaseRow | undefined> {
  const [row] = await db
    .update(conductCases)
    .set({ answer, answered_at: sql`now()`, version: sql`${conductCases.version} + 1` })
    .where(and(eq(conductCases.id, id), eq(conductCases.state, 'open'), isNull(conductCases.answer)))
    .returning()
  return row
}

export async function closeCase(
  tx: Db,
  id: string,
  set: Pick<CaseRow, 'state' | 'decision' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await tx
    .update(conductCases)
    .set({ ...set, version: sql`${conductCases.version} + 1` })
    .where(eq(conductCases.id, id))
}

/** Conduct cases of all candidates. Evidence and answers are shown with the attempt. */
export const conductCaseSource = {
  table: conductCases,
  id: sql`${conductCases.id}::text`,
  where: ({ id, state, exam }: Output<'conductCaseFilter'>): SQL | undefined =>
    and(
      id && isAmongUuids(conductCases.id, id),
      state && eq(conductCases.state, state),
      exam === undefined ? undefined : inArray(conductCases.attempt_id, attemptsAt(exam)),
    ),
  keys: {
    state: [sql`${conductCases.state}`, sql`${conductCases.created_at}`, sql`${conductCases.id}`],
    created_at: [sql`${conductCases.created_at}`, sql`${conductCases.id}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          ...columnsOf(conductCases, 'id', 'state', 'created_at', 'answered_at'),
          answer_until: lastAnswerAt,
          decided_at: conductCases.decided_at,
          ...columnsOf(users, 'username', 'full_name'),
          exam: exams.slug,
          title: exams.title,
          attempt_id: examAttempts.id,
          attempt_number: examAttempts.number,
          attempt_state: examAttempts.state,
          ...slice.cursor,
        })
        .from(conductCases)
        .innerJoin(examAttempts, eq(examAttempts.id, conductCases.attempt_id))
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
        .innerJoin(users, eq(users.id, examAttempts.user_id)),
      slice,
    ),
} satisfies ListSourceOf<'listConductCases'>

/** SQL version of `answerUntil`. */
const lastAnswerAt = sql`${conductCases.created_at} + make_interval(days => ${ANSWER_DAYS}::int)`.mapWith(
  conductCases.created_at,
)

const attemptsAt = (slug: string) => sql`(select a.id from ${examAttempts} a
  where a.exam_id = (select e.id from ${exams} e where e.slug = ${slug.toLowerCase()}))`
