import { and, isNull, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { foldedContains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { outbox, type TimelineSource, users } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import { hasFailed, isResendable } from '../../../mail/queries.ts'

/** Mails without their content, which may contain secret links. */
export const mailSource = {
  table: outbox,
  id: sql`${outbox.id}::text`,
  where: ({ id, failed }) => and(id && isAmongUuids(outbox.id, id), failed && hasFailed),
  keys: { created_at: [sql`${outbox.created_at}`, sql`${outbox.id}`] },
  read: (db, slice) =>
    sliceOf(
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
          ...slice.cursor,
        })
        .from(outbox),
      slice,
    ),
} satisfies ListSourceOf<'listUserMails'>

export const userSearch: SearchSource = {
  kind: 'user',
  operation: 'listUsers',
  table: users,
  where: (q) => and(isNull(users.erased_at), foldedContains(users.searched, q)),
  having: (part) => foldedContains(users.searched, part),
  keys: [sql`${users.username}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: users.username,
          title: users.full_name,
          detail: sql<string>`${users.username} || ' · ' || ${users.email}`,
          within: sql<null>`null`,
        })
        .from(users),
      slice,
    ),
}

interface TimelineEvent {
  key: string
  at: string
  kind: string
  subject: string
  detail: string | null
}

/** Events of an account, newest first. Each source reads at most one page, so that long histories stay fast. */
export async function listEvents(
  db: Db,
  sources: readonly TimelineSource[],
  { userId, username }: { userId: string; username: string },
  { before, limit }: { before: { at: string; key: string } | null; limit: number },
): Promise<TimelineEvent[]> {
  const parts = sources.map((source) => sourceQuery(source, userId, username, before, limit))
  const merged = sql`select key, kind, subject, detail, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${sql.join(parts, sql` union all `)}) events order by events.at desc, key desc limit ${limit}`
  // Both database drivers return `rows` from `execute`, but the types do not say so.
  return ((await db.execute(merged)) as unknown as { rows: TimelineEvent[] }).rows
}

function sourceQuery(
  source: TimelineSource,
  userId: string,
  username: string,
  before: { at: string; key: string } | null,
  limit: number,
) {
  const { kind, from, at, id, subject, detail = sql`null`, where } = source
  const key = sql`(${kind}::text || ':' || ${id}::text)`
  const afterCursor = before
    ? sql`and ${at} <= ${before.at}::timestamptz and (${at} < ${before.at}::timestamptz or ${key} < ${before.key})`
    : sql``
  return sql`(select ${key} as key, ${kind}::text as kind, ${at} as at, coalesce(${subject}, '')::text as subject, ${detail}::text as detail
    from ${from} where ${where(userId, username)} and ${at} is not null ${afterCursor} order by ${at} desc, ${key} desc limit ${limit})`
}
