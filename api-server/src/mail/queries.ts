import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'
import { hasId } from '../db/uuid.ts'

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
