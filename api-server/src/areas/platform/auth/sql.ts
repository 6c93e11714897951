import { normalizeEmail } from '@flagyard/api-types/contract/email-address'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { outbox, users } from '../../../db/schema/index.ts'

export const isAdministrator = sql`'admin' = any(${users.roles})`

/** Normalised form for comparing account names: a normalised e-mail address, or a username in lower case. */
export const nameKey = (name: string): string => (name.includes('@') ? normalizeEmail(name) : name).toLowerCase()

/** Matches an account by username or, once it is activated, by e-mail address. */
export const isNamed = (name: string): SQL | undefined =>
  and(
    name.includes('@')
      ? and(eq(sql`lower(${users.email})`, nameKey(name)), isNotNull(users.activated_at))
      : eq(users.username, nameKey(name)),
    isNull(users.erased_at),
  )

/** Id of the account with this username or, once it is activated, this e-mail address. For list filters. */
export const accountIdOf = (name: string): SQL =>
  name.includes('@')
    ? sql`(select u.id from ${users} u where lower(u.email) = ${nameKey(name)} and u.activated_at is not null)`
    : sql`(select u.id from ${users} u where u.username = ${nameKey(name)})`

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
