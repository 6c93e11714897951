import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../../db/open.ts'
import { examSupport, users } from '../../../../db/schema/index.ts'
import { isUuid, oneRow } from '../../../../db/sql.ts'
import { ROOM_MINUTES } from './room-opening.ts'

export type OpeningRow = typeof examSupport.$inferSelect

/** Locks an opening, so that concurrent confirmations, ends and code tries are serialised. */
export async function lockOpening(tx: Db, id: string): Promise<OpeningRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await tx.select().from(examSupport).where(eq(examSupport.id, id)).for('update')
  return row
}

export async function findOpening(db: Db, id: string): Promise<OpeningRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(examSupport).where(eq(examSupport.id, id))
  return row
}

export const insertOpening = (
  tx: Db,
  values: Omit<typeof examSupport.$inferInsert, 'confirm_until'>,
  minutes: number,
): Promise<OpeningRow> =>
  oneRow(
    tx
      .insert(examSupport)
      .values({ ...values, confirm_until: sql`clock_timestamp() + make_interval(mins => ${minutes}::int)` })
      .returning(),
  )

export async function openOpening(tx: Db, id: string, confirmedBy: string | null): Promise<OpeningRow> {
  const [row] = await tx
    .update(examSupport)
    .set({
      confirmed_by: confirmedBy,
      opened_at: sql`clock_timestamp()`,
      open_until: sql`clock_timestamp() + make_interval(mins => ${ROOM_MINUTES}::int)`,
    })
    .where(and(eq(examSupport.id, id), isNull(examSupport.opened_at), isNull(examSupport.ended_at)))
    .returning()
  if (!row) throw new Error(`The locked opening ${id} could not be opened`)
  return row
}

export async function countCodeTry(tx: Db, id: string): Promise<void> {
  await tx
    .update(examSupport)
    .set({ code_tries: sql`${examSupport.code_tries} + 1` })
    .where(eq(examSupport.id, id))
}

export async function endOpening(tx: Db, id: string): Promise<void> {
  await tx
    .update(examSupport)
    .set({ ended_at: sql`clock_timestamp()` })
    .where(and(eq(examSupport.id, id), isNull(examSupport.ended_at)))
}

/** Ends every support session and pending request for the room when the exam ends, because the attempt may be taken again later. */
export async function endOpenings(tx: Db, attemptId: string): Promise<void> {
  await tx
    .update(examSupport)
    .set({ ended_at: sql`clock_timestamp()` })
    .where(and(eq(examSupport.attempt_id, attemptId), isNull(examSupport.ended_at)))
}

const askers = alias(users, 'askers')
const confirmers = alias(users, 'confirmers')
const named = {
  asked_by_name: sql<string>`coalesce(${askers.username}, 'an administrator who has left')`,
  confirmed_by_name: confirmers.username,
}

/** Openings of an attempt with the usernames of those who requested and confirmed them; latest first. */
export const listOpenings = (db: Db, attemptId: string) =>
  db
    .select({ opening: examSupport, ...named })
    .from(examSupport)
    .leftJoin(askers, eq(askers.id, examSupport.asked_by))
    .leftJoin(confirmers, eq(confirmers.id, examSupport.confirmed_by))
    .where(eq(examSupport.attempt_id, attemptId))
    .orderBy(desc(examSupport.asked_at))
    .limit(50)

/** The support session that is currently open, as shown to the candidate. */
export async function findOpenRoom(db: Db, attemptId: string) {
  const [row] = await db
    .select({
      by: named.asked_by_name,
      reason: examSupport.reason,
      since: sql`${examSupport.opened_at}`.mapWith(examSupport.asked_at),
      until: sql`${examSupport.open_until}`.mapWith(examSupport.asked_at),
    })
    .from(examSupport)
    .leftJoin(askers, eq(askers.id, examSupport.asked_by))
    .where(
      and(
        eq(examSupport.attempt_id, attemptId),
        isNotNull(examSupport.opened_at),
        isNull(examSupport.ended_at),
        gt(examSupport.open_until, sql`clock_timestamp()`),
      ),
    )
    .orderBy(desc(examSupport.opened_at))
    .limit(1)
  return row ?? null
}
