import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examReports, users } from '../../../../db/schema/index.ts'
import { isUuid } from '../../../../db/uuid.ts'

const columns = {
  id: examReports.id,
  kind: examReports.kind,
  text: examReports.text,
  at: examReports.at,
  minute: examReports.minute,
  environment: examReports.environment,
  answer: examReports.answer,
  answered_at: examReports.answered_at,
}

/** Reports of an attempt; newest first. */
export const listReports = (db: Db, attemptId: string) =>
  db.select(columns).from(examReports).where(eq(examReports.attempt_id, attemptId)).orderBy(desc(examReports.at))

export const listReportsWithActors = (db: Db, attemptId: string) =>
  db
    .select({ ...columns, answered_by: users.username, version: examReports.version })
    .from(examReports)
    .leftJoin(users, eq(users.id, examReports.answered_by))
    .where(eq(examReports.attempt_id, attemptId))
    .orderBy(desc(examReports.at))

export async function countRecentReports(tx: Db, attemptId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(examReports)
    .where(and(eq(examReports.attempt_id, attemptId), sql`${examReports.at} > now() - interval '1 hour'`))
  return row?.count ?? 0
}

export async function insertReport(tx: Db, values: typeof examReports.$inferInsert) {
  const [row] = await tx.insert(examReports).values(values).returning(columns)
  if (!row) throw new Error('An insert returned no row')
  return row
}

export async function findReport(db: Db, attemptId: string, id: string) {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(examReports)
    .where(and(eq(examReports.id, id), eq(examReports.attempt_id, attemptId)))
  return row
}

/** Saves the answer if the report is unchanged and unanswered; false otherwise. */
export async function updateAnswer(
  tx: Db,
  id: string,
  { version, answer, actor_id }: { version: number; answer: string; actor_id: string },
): Promise<boolean> {
  const rows = await tx
    .update(examReports)
    .set({ answer, answered_by: actor_id, answered_at: sql`now()`, version: version + 1 })
    .where(and(eq(examReports.id, id), eq(examReports.version, version), isNull(examReports.answered_at)))
    .returning({ id: examReports.id })
  return rows.length > 0
}
