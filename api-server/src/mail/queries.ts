import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox, users } from '../db/schema/index.ts'
import { hasId } from '../db/sql.ts'

/** Newest mails, for the outbox page of the demo. */
export const listOutbox = (db: Db) =>
  db
    .select({
      id: outbox.id,
      to: outbox.recipient,
      subject: outbox.subject,
      text: outbox.text,
      html: outbox.html,
      created_at: outbox.created_at,
    })
    .from(outbox)
    .orderBy(desc(outbox.created_at))
    .limit(100)

export const hasFailed = sql`${outbox.state} in ('failed', 'bounced')`

/** Whether a mail can be sent again: it failed, and its text has not been deleted yet. */
export const isResendable = sql<boolean>`(${hasFailed} and ${outbox.text} <> '')`

/** Requeues a failed mail whose text still exists. Of two concurrent calls, one succeeds. */
export async function requeueMail(tx: Db, userId: string, id: string) {
  const [row] = await tx
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, next_at: sql`now()` })
    .where(and(hasId(outbox.id, id), eq(outbox.user_id, userId), isResendable))
    .returning({ id: outbox.id, kind: outbox.kind })
  return row
}

/** Maximum number of mails listed on a page. */
const SHOWN = 50

/** Newest mails about these subjects, for a page. Without their texts, which contain codes and links. */
export const listMailsAbout = (db: Db, about: string[]) =>
  db
    .select({
      id: outbox.id,
      about: outbox.about,
      to: outbox.recipient,
      subject: outbox.subject,
      state: outbox.state,
      created_at: outbox.created_at,
      sent_at: outbox.sent_at,
    })
    .from(outbox)
    .where(inArray(outbox.about, about))
    .orderBy(desc(outbox.created_at), desc(outbox.id))
    .limit(SHOWN)

/** Mails by state: those that wait, those sent within a day, and those of the last three days that were refused or given up. */
export async function countMails(db: Db) {
  const waits = sql`${outbox.state} in ('waiting', 'sending')`
  const recent = sql`${outbox.created_at} > now() - interval '3 days'`
  const [[waiting], [ended]] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*)::int`,
        oldest_at: sql<Date | null>`min(${outbox.created_at})`.mapWith(outbox.created_at),
      })
      .from(outbox)
      .where(waits),
    db
      .select({
        sent: sql<number>`(count(*) filter (where ${outbox.sent_at} > now() - interval '1 day'))::int`,
        refused: sql<number>`(count(*) filter (where ${outbox.state} = 'bounced'))::int`,
        failed: sql<number>`(count(*) filter (where ${outbox.state} = 'failed'))::int`,
      })
      .from(outbox)
      .where(recent),
  ])
  if (!waiting || !ended) throw new Error('A select without a group returned no row')
  return { ...waiting, ...ended }
}

/** Failed recently enough that the recipient may still be waiting for it. */
export const isUndelivered = sql`(${outbox.state} in ('failed', 'bounced') and ${outbox.created_at} > now() - interval '30 days')`

type Preference = keyof (typeof users.$inferSelect)['email_preferences']

/** Whether the user wants mails of this kind. Mails about accounts, orders and bookings do not ask. */
export const wantsMail = (preference: Preference): SQL<boolean> =>
  sql`(${users.email_preferences} ->> ${preference})::boolean`
