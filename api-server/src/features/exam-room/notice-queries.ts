import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { examAttempts, exams, outbox, users } from '../../db/schema/index.ts'
import { wantsMail } from '../../mail/preferences-sql.ts'
import type { Reminder } from './mails.ts'

/**
 * Dates that a reminder is due for and that have had none, of people who want them. Whoever booked later than the reminder's time needs none:
 * they have just been told.
 */
export async function listReminders(db: Db, hours: Reminder['hours']): Promise<Reminder[]> {
  const sequence = sql`'exam:' || ${examAttempts.id}::text || ':' || ${examAttempts.calendar_sequence}::text`
  const due = sql`${examAttempts.scheduled_at} - make_interval(hours => ${hours}::int)`
  const rows = await db
    .select({
      id: examAttempts.id,
      calendar_sequence: examAttempts.calendar_sequence,
      scheduled_at: examAttempts.scheduled_at,
      time_zone: examAttempts.time_zone,
      slug: exams.slug,
      title: exams.title,
      user_id: users.id,
      email: users.email,
      full_name: users.full_name,
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .leftJoin(outbox, eq(outbox.dedupe_key, sql`${sequence} || ${`:reminder:${hours}`}::text`))
    .where(
      and(
        sql`${examAttempts.state} in ('scheduled', 'preparing')`,
        sql`${due} <= now()`,
        // Late by more than half its time it would say what is no longer true.
        sql`${examAttempts.scheduled_at} - make_interval(mins => ${hours * 30}::int) > now()`,
        isNull(outbox.id),
        isNull(users.disabled_at),
        wantsMail('reminders'),
        sql`not exists (select 1 from ${outbox} told where told.dedupe_key = ${sequence} and told.created_at > ${due})`,
      ),
    )
    .limit(200)
  return rows.flatMap((row) =>
    row.scheduled_at && row.time_zone
      ? { ...row, scheduled_at: row.scheduled_at, time_zone: row.time_zone, hours }
      : [],
  )
}
