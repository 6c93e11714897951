import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { certificates, courses, exams, outbox, users } from '../../../../db/schema/index.ts'
import { firstRow } from '../../../../db/sql.ts'
import { wantsMail } from '../../../../mail/queries.ts'
import { RENEWAL_DAYS } from '../queries.ts'

/** Published exam and refresher course that renew a certificate. */
const ways = {
  exam: sql<string | null>`(select e.slug from ${exams} e
    where e.id = ${certificates.exam_id} and e.status = 'published' and e.bookable)`,
  course: sql<{ slug: string; title: string } | null>`(select json_build_object('slug', r.slug, 'title', r.title)
    from ${courses} c join ${courses} r on r.renews = c.slug and r.status = 'published'
    where c.id = ${certificates.course_id} order by r.created_at desc limit 1)`,
}
const from = sql`${certificates.valid_until} - make_interval(days => ${sql.raw(String(RENEWAL_DAYS))})`
const isCurrent = and(
  isNull(certificates.withdrawn_at),
  isNull(certificates.revoked_at),
  isNull(certificates.renewed_at),
) as SQL

const selectOptions = (db: Db) =>
  db
    .select({
      certificate_id: certificates.id,
      hide_name: sql<boolean>`${certificates.name_hidden_at} is not null`,
      hide_points: sql<boolean>`${certificates.points_hidden_at} is not null`,
      has_record: sql<boolean>`${certificates.attempt_id} is not null`,
      renewed_at: certificates.renewed_at,
      can_expire: sql<boolean>`${isCurrent} and ${certificates.valid_until} is not null`,
      from: sql<Date | null>`${from}`.mapWith(certificates.valid_until),
      is_open: sql<boolean>`coalesce(${from} <= now(), false)`,
      ...ways,
    })
    .from(certificates)
export type OptionsRow = Awaited<ReturnType<typeof selectOptions>>[number]

export const listOptions = (db: Db, userId: string): Promise<OptionsRow[]> =>
  selectOptions(db)
    .where(and(eq(certificates.user_id, userId), isNull(certificates.withdrawn_at)))
    .orderBy(desc(certificates.issued_at))

export const findOptions = (db: Db, id: string): Promise<OptionsRow | undefined> =>
  firstRow(selectOptions(db).where(eq(certificates.id, id)))

/** Hides or shows name and points of a certificate of this learner; false if they have no such certificate. */
export async function updateSharing(
  db: Db,
  { id, user_id }: { id: string; user_id: string },
  { hide_name, hide_points }: { hide_name: boolean; hide_points: boolean },
): Promise<boolean> {
  const since = (column: SQL) => sql`coalesce(${column}, now())`
  const rows = await db
    .update(certificates)
    .set({
      name_hidden_at: hide_name ? since(sql`${certificates.name_hidden_at}`) : null,
      points_hidden_at: hide_points ? since(sql`${certificates.points_hidden_at}`) : null,
    })
    .where(and(eq(certificates.id, id), eq(certificates.user_id, user_id), isNull(certificates.withdrawn_at)))
    .returning({ id: certificates.id })
  return rows.length > 0
}

/** Days before the expiry on which holders are reminded. */
export const REMINDER_DAYS = [RENEWAL_DAYS, 14] as const

/**
 * Certificates due for a reminder that was not sent yet, whose holders want reminders. A certificate that was issued later than its reminder was due
 * has none, and the earlier reminder is left out once the later one is due.
 */
export async function listExpiring(db: Db, days: (typeof REMINDER_DAYS)[number]) {
  const next = REMINDER_DAYS.find((later) => later < days) ?? 0
  const key = sql`'certificate:' || ${certificates.id} || ${`:expires:${days}`}::text`
  const due = sql`${certificates.valid_until} - make_interval(days => ${days}::int)`
  return db
    .select({
      id: certificates.id,
      title: certificates.title,
      valid_until: sql<Date>`${certificates.valid_until}`.mapWith(certificates.valid_until),
      user_id: users.id,
      email: users.email,
      full_name: users.full_name,
      ...ways,
    })
    .from(certificates)
    .innerJoin(users, eq(users.id, certificates.user_id))
    .leftJoin(outbox, eq(outbox.dedupe_key, key))
    .where(
      and(
        isNotNull(certificates.valid_until),
        isCurrent,
        sql`${certificates.valid_until} <= now() + make_interval(days => ${days}::int)`,
        sql`${certificates.valid_until} > now() + make_interval(days => ${next}::int)`,
        sql`${certificates.issued_at} < ${due}`,
        isNull(outbox.id),
        isNull(users.disabled_at),
        wantsMail('reminders'),
      ),
    )
    .limit(200)
}
