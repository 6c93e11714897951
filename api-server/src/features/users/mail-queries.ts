import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type SourceOf } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { outbox, users } from '../../db/schema/index.ts'

/** Mails; what stands in them is never read here. */
export const mailSource = {
  table: outbox,
  id: sql`${outbox.id}::text`,
  where: ({ id }) => id && isAmongUuids(outbox.id, id),
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
        ...cursor,
      })
      .from(outbox)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies SourceOf<'listUserMails'>

/** Mails of one kind that an account may be sent within an hour, whoever asks for them and however. */
export const MOST_AN_HOUR = 5
/** What a link to activate comes as: the other when the address is owned by somebody already. */
const kinds = { activation: ['activation', 'already_active'], password_reset: ['password_reset'] } as const
export type LinkMail = keyof typeof kinds

/** When the account of this row may be sent the next; null when it may be now. */
const nextMailAt = (account: SQL, kind: LinkMail) => sql`(select o.created_at + interval '1 hour' from ${outbox} o
  where o.user_id = ${account} and o.kind in ${kinds[kind]} and o.created_at > now() - interval '1 hour'
  order by o.created_at desc offset ${MOST_AN_HOUR - 1}::int limit 1)`

/** The same rule over many rows. */
export const mailedEnough = (kind: LinkMail): SQL =>
  sql`when ${nextMailAt(sql`${users}.id`, kind)} is not null then ${tooManyMails}::text`

/** Seconds until it may be sent the next; null when it may be now. Ask with the account locked, or two at once count the same. */
export async function secondsToNextMail(tx: Db, userId: string, kind: LinkMail): Promise<number | null> {
  const [row] = await tx
    .select({
      wait: sql<number | null>`ceil(extract(epoch from ${nextMailAt(sql`${users}.id`, kind)} - now()))::int`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row?.wait ?? null
}

export const tooManyMails = `This account was sent ${MOST_AN_HOUR} such mails within the last hour. Please wait before you send another.`

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
