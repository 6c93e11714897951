import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../../db/open.ts'
import { counters, invoices, orders, users } from '../../../../db/schema/index.ts'
import { firstRow } from '../../../../db/sql.ts'
import { findSeriesMark } from '../queries.ts'

export type DocumentRow = typeof invoices.$inferSelect
export type NewDocument = Omit<typeof invoices.$inferInsert, 'number'>

/**
 * Inserts a document under the next number of its series. The counter row stays locked until the caller's transaction ends, and a
 * rollback reverts it, so numbers have no gaps or duplicates. Take this lock last in a transaction.
 */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<DocumentRow> {
  const series = `${document.series}${await findSeriesMark(tx, document.series.slice(-4))}`
  const [counter] = await tx
    .insert(counters)
    .values({ name: `documents:${series}`, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
  const [row] = await tx
    .insert(invoices)
    .values({ ...document, series, number: counter?.value ?? 1 })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  return row
}

/** Documents of these orders, oldest first. */
export const listDocumentsOf = async (db: Db, orderIds: string[]): Promise<DocumentRow[]> =>
  orderIds.length === 0
    ? []
    : db.select().from(invoices).where(inArray(invoices.order_id, orderIds)).orderBy(asc(invoices.issued_at))

export async function findInvoice(db: Db, orderId: string): Promise<DocumentRow | undefined> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.order_id, orderId), eq(invoices.kind, 'invoice')))
  return row
}

export const findCreditNote = (db: Db, refundId: string): Promise<DocumentRow | undefined> =>
  firstRow(db.select().from(invoices).where(eq(invoices.refund_id, refundId)))

export async function findBuyerName(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ name: users.full_name }).from(users).where(eq(users.id, userId))
  return row?.name ?? ''
}

const corrected = alias(invoices, 'corrected')

export interface DocumentFacts {
  document: DocumentRow
  order: { number: string; user_id: string }
  /** The invoice that a credit note corrects. */
  corrected: Pick<DocumentRow, 'series' | 'number' | 'issued_on'> | null
}

export async function findDocument(db: Db, orderId: string, id: string): Promise<DocumentFacts | undefined> {
  const [row] = await db
    .select({
      document: invoices,
      order: { number: orders.number, user_id: orders.user_id },
      corrected: { series: corrected.series, number: corrected.number, issued_on: corrected.issued_on },
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.order_id))
    .leftJoin(corrected, eq(corrected.id, invoices.corrects))
    .where(and(eq(invoices.id, id), eq(invoices.order_id, orderId)))
  return row
}
