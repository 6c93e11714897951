import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '../src/db/open.ts'
import { examAttempts, users } from '../src/db/schema/index.ts'

/** Lets time pass for an attempt: everything about it lies so much further back. */
export async function passExamTime(db: Pick<Db, 'execute'>, id: string, minutes: number): Promise<void> {
  const back = sql`(${Math.round(minutes * 60_000)}::float8 * interval '1 millisecond')`
  await db.execute(sql`update exam_attempts set scheduled_at = scheduled_at - ${back}, checked_in_at = checked_in_at - ${back},
    ready_at = ready_at - ${back}, started_at = started_at - ${back}, active_until = active_until - ${back},
    clock_stopped_at = clock_stopped_at - ${back}, decided_at = decided_at - ${back} where id = ${id}`)
  await db.execute(
    sql`update exam_ledger set from_at = from_at - ${back}, until_at = until_at - ${back}, at = at - ${back} where attempt_id = ${id}`,
  )
  await db.execute(
    sql`update account_bookings set from_at = from_at - ${back}, until_at = until_at - ${back} where attempt_id = ${id}`,
  )
  await db.execute(sql`update outbox set created_at = created_at - ${back} where dedupe_key like ${`exam:${id}%`}`)
}

/** Beside a running server: lets time pass until so many minutes before the hour of the learner's newest attempt that had one. */
export async function passUntilExam(database: string, username: string, minutesBefore: number): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const db = drizzle(client)
    const [attempt] = await db
      .select({ id: examAttempts.id, scheduled_at: examAttempts.scheduled_at })
      .from(examAttempts)
      .innerJoin(users, eq(users.id, examAttempts.user_id))
      .where(and(eq(users.username, username), isNotNull(examAttempts.scheduled_at)))
      .orderBy(desc(examAttempts.number))
      .limit(1)
    if (!attempt?.scheduled_at) throw new Error(`${username} has no date for an exam`)
    const minutesLeft = (attempt.scheduled_at.getTime() - Date.now()) / 60_000
    // One transaction, so that no sweep of the server sees half of it.
    await db.transaction((tx) => passExamTime(tx, attempt.id, minutesLeft - minutesBefore))
  } finally {
    await client.end()
  }
}
