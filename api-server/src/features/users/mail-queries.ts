import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { ListQuery } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { outbox } from '../../db/schema/index.ts'

/** The mails of one account, the newest first; what stands in them is never read here. */
export async function listMailsOf(
  db: Db,
  userId: string,
  { filter, from, limit }: ListQuery<{ id?: string[] }, 'created_at'>,
) {
  const where = and(eq(outbox.user_id, userId), filter.id && inArray(sql`${outbox.id}::text`, filter.id))
  const data = await db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      recipient: outbox.recipient,
      subject: outbox.subject,
      state: outbox.state,
      attempts: outbox.attempts,
      last_error: outbox.last_error,
      created_at: outbox.created_at,
      sent_at: outbox.sent_at,
    })
    .from(outbox)
    .where(where)
    .orderBy(desc(outbox.created_at), desc(outbox.id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, outbox, where)), from }
}

/** Puts a mail that was given up back into the queue; of two at once, one does it. */
export async function requeueMail(tx: Db, userId: string, id: string) {
  const [row] = await tx
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, next_at: sql`now()` })
    .where(
      and(eq(sql`${outbox.id}::text`, id), eq(outbox.user_id, userId), inArray(outbox.state, ['failed', 'bounced'])),
    )
    .returning({ id: outbox.id, kind: outbox.kind })
  return row
}
