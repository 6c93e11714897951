import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { examAttempts, examSnapshots, exams, outbox, users } from '../../../db/schema/index.ts'
import { columnsOf } from '../../../db/sql.ts'
import { wantsMail } from '../../../mail/queries.ts'
import type { Notice, Reminder } from './mails.ts'

/** Attempts with their candidates, left-joined with the mail of this dedupe key. */
const selectUnnotified = (db: Db, key: SQL) =>
  db
    .select({
      ...columnsOf(examAttempts, 'id', 'state', 'calendar_sequence', 'scheduled_at', 'time_zone'),
      points: sql<number>`${examAttempts.points} + ${examAttempts.extra_points}`,
      slug: exams.slug,
      title: sql<string>`coalesce(${examSnapshots.exam} ->> 'title', ${exams.title})`,
      user_id: users.id,
      ...columnsOf(users, 'email', 'full_name'),
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .leftJoin(examSnapshots, eq(examSnapshots.id, examAttempts.snapshot_id))
    .leftJoin(outbox, eq(outbox.dedupe_key, key))

/**
 * Dates due for a reminder that was not sent yet, for candidates who want reminders. Excludes bookings made after the reminder was due, because
 * their confirmation has just been sent.
 */
export async function listReminders(db: Db, hours: Reminder['hours']): Promise<Reminder[]> {
  const sequence = sql`'exam:' || ${examAttempts.id}::text || ':' || ${examAttempts.calendar_sequence}::text`
  const due = sql`${examAttempts.scheduled_at} - make_interval(hours => ${hours}::int)`
  const rows = await selectUnnotified(db, sql`${sequence} || ${`:reminder:${hours}`}::text`)
    .where(
      and(
        sql`${examAttempts.state} in ('scheduled', 'preparing')`,
        sql`${due} <= now()`,
        // Too late for this reminder: its text would be wrong.
        sql`${examAttempts.scheduled_at} - make_interval(mins => ${hours * 30}::int) > now()`,
        isNull(outbox.id),
        isNull(users.disabled_at),
        wantsMail('reminders'),
        sql`not exists (select 1 from ${outbox} sent where sent.dedupe_key = ${sequence} and sent.created_at > ${due})`,
      ),
    )
    .limit(200)
  return rows.flatMap((row) =>
    row.scheduled_at && row.time_zone
      ? { ...row, scheduled_at: row.scheduled_at, time_zone: row.time_zone, hours }
      : [],
  )
}

/** Candidates whose environment is ready, and who have not checked in. */
export const listReady = (db: Db): Promise<Notice[]> =>
  selectUnnotified(
    db,
    sql`'exam:' || ${examAttempts.id}::text || ':' || ${examAttempts.calendar_sequence}::text || ':ready'`,
  )
    .where(
      and(
        eq(examAttempts.state, 'preparing'),
        isNotNull(examAttempts.ready_at),
        isNull(examAttempts.checked_in_at),
        isNull(outbox.id),
        isNull(users.disabled_at),
      ),
    )
    .limit(200)

/** Results of the last days whose candidates have not been notified. */
export const listResults = (db: Db): Promise<Notice[]> =>
  selectUnnotified(
    db,
    sql`'exam:' || ${examAttempts.id}::text || ':' || ${examAttempts.calendar_sequence}::text || ':result:' || ${examAttempts.state}`,
  )
    .where(
      and(
        sql`${examAttempts.state} in ('provisional', 'passed', 'failed', 'no_show')`,
        sql`${examAttempts.decided_at} > now() - interval '8 days'`,
        // Only attempts with a date booked here. Results that came from elsewhere are not ours to announce.
        sql`${examAttempts.calendar_sequence} > 0`,
        isNull(outbox.id),
        isNull(users.disabled_at),
      ),
    )
    .limit(200)
