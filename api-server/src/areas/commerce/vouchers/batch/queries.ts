import { eq, min, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type ContentKind, courses, exams, labs, vouchers } from '../../../../db/schema/index.ts'
import { lockName } from '../../../../db/sql.ts'
import { byState, insertVouchers, type NewVoucher, targetColumns } from '../queries.ts'

/** Rows per statement: Postgres accepts at most 65,535 parameters. */
const ROWS = 1_000

/** Inserts a batch of any size in the caller's transaction. */
export async function insertBatch(tx: Db, rows: NewVoucher[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await insertVouchers(tx, rows.slice(from, from + ROWS))
}

/** Serialises concurrent creations of the same batch until the transaction ends. */
export const lockBatch = (tx: Db, id: string) => lockName(tx, `voucher batch ${id}`)

export async function isBatchMade(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.batch_id, id)).limit(1)
  return rows.length > 0
}

/** Common properties of a batch's vouchers, and their number by state. */
export async function findBatch(db: Db, id: string) {
  const [row] = await db
    .select({
      kind: vouchers.kind,
      ...targetColumns,
      total: sql<number>`count(*)::int`,
      ...byState,
      recipients: sql<number>`count(${vouchers.recipient})::int`,
      unmailed: sql<number>`count(*) filter (where ${vouchers.mail_waits})::int`,
      uses: sql<number>`max(${vouchers.uses})`,
      organisation: sql<string | null>`min(${vouchers.organisation})`,
      organisation_id: sql<string | null>`min(${vouchers.organisation_id}::text)`,
      note: sql<string>`min(${vouchers.note})`,
      order_id: sql<string | null>`min(${vouchers.order_id}::text)`,
      expires_at: min(vouchers.expires_at),
      created_at: min(vouchers.created_at),
    })
    .from(vouchers)
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))
    .where(eq(vouchers.batch_id, id))
    .groupBy(vouchers.kind, courses.slug, labs.slug, exams.slug, courses.title, labs.title, exams.title)
    // A bundle's vouchers open several courses: the result describes the batch and names the first course.
    .orderBy(targetColumns.slug)
    .limit(1)
  if (!row?.created_at) return undefined
  const { available, activated, expired, suspended, revoked, created_at, ...rest } = row
  return { ...rest, created_at, states: { available, activated, expired, suspended, revoked } }
}

/** Content that vouchers can be created for, drafts included. */
export async function findTarget(
  db: Db,
  kind: ContentKind,
  slug: string,
): Promise<{ id: string; title: string } | undefined> {
  const table = kind === 'course' ? courses : kind === 'lab' ? labs : exams
  const [row] = await db.select({ id: table.id, title: table.title }).from(table).where(eq(table.slug, slug))
  return row
}
