import { type SQL, sql } from 'drizzle-orm'
import { outbox, users } from '../../db/schema/index.ts'

/** Mails of one kind that an account may be sent within an hour, whoever asks for them and however. */
export const MOST_AN_HOUR = 5
/** What a link to activate comes as: the other when the address is owned by somebody already. */
const kinds = { activation: ['activation', 'already_active'], password_reset: ['password_reset'] } as const
export type LinkMail = keyof typeof kinds

/** When the account of this row may be sent the next; null when it may be now. */
export const nextMailAt = (
  account: SQL,
  kind: LinkMail,
) => sql`(select o.created_at + interval '1 hour' from ${outbox} o
  where o.user_id = ${account} and o.kind in ${kinds[kind]} and o.created_at > now() - interval '1 hour'
  order by o.created_at desc offset ${MOST_AN_HOUR - 1}::int limit 1)`

/** The same rule over many rows. */
export const mailedEnough = (kind: LinkMail): SQL =>
  sql`when ${nextMailAt(sql`${users}.id`, kind)} is not null then ${tooManyMails}::text`

export const tooManyMails = `This account was sent ${MOST_AN_HOUR} such mails within the last hour. Please wait before you send another.`
