import { and, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../db/list-source.ts'
import { outbox } from '../../../db/schema/index.ts'
import { hasFailed, isResendable } from '../../../mail/queries.ts'

/** Mails without their content, which may contain secret links. */
export const mailSource = {
  table: outbox,
  id: sql`${outbox.id}::text`,
  where: ({ id, failed }) => and(id && isAmongUuids(outbox.id, id), failed && hasFailed),
  keys: { created_at: [sql`${outbox.created_at}`, sql`${outbox.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
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
        is_resendable: isResendable,
        ...cursor,
      })
      .from(outbox)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listUserMails'>
