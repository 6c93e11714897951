import { type SQL, sql } from 'drizzle-orm'
import { outbox, users } from '../../../db/schema/index.ts'

/** Maximum number of mails of one kind sent to an account per hour, regardless of who requests them. */
export const MAX_MAILS_PER_HOUR = 5
/** Outbox kinds that count as one kind of link mail. An activation mail is `already_active` if the address belongs to another account. */
const kinds = { activation: ['activation', 'already_active'], password_reset: ['password_reset'] } as const
export type LinkMail = keyof typeof kinds

/** Time at which the account may be sent the next mail of this kind; null if it may be sent one now. */
export const nextMailAt = (
  account: SQL,
  kind: LinkMail,
) => sql`(select o.created_at + interval '1 hour' from ${outbox} o
  where o.user_id = ${account} and o.kind in ${kinds[kind]} and o.created_at > now() - interval '1 hour'
  order by o.created_at desc offset ${MAX_MAILS_PER_HOUR - 1}::int limit 1)`

/** The same limit as a CASE branch, for bulk actions. */
export const mailLimitRefusal = (kind: LinkMail): SQL =>
  sql`when ${nextMailAt(sql`${users}.id`, kind)} is not null then ${tooManyMails}::text`

export const tooManyMails = `This account was sent ${MAX_MAILS_PER_HOUR} such mails within the last hour. Please wait before you send another.`
