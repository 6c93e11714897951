import { normalizeEmail } from '@flagyard/api-types/contract/email-address'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'

export const isAdministrator = sql`'admin' = any(${users.roles})`

/** What a name of an account is compared by: an e-mail address in its normal form, a username in lower case. */
export const nameKey = (name: string): string => (name.includes('@') ? normalizeEmail(name) : name).toLowerCase()

/** An e-mail address names an account wherever a username does, once the account is activated. */
export const isNamed = (name: string): SQL | undefined =>
  and(
    name.includes('@')
      ? and(eq(sql`lower(${users.email})`, nameKey(name)), isNotNull(users.activated_at))
      : eq(users.username, nameKey(name)),
    isNull(users.erased_at),
  )

/** Id of the account that a username names or, once it is activated, an e-mail address; for filters of lists. */
export const accountIdOf = (name: string): SQL =>
  name.includes('@')
    ? sql`(select u.id from ${users} u where lower(u.email) = ${nameKey(name)} and u.activated_at is not null)`
    : sql`(select u.id from ${users} u where u.username = ${nameKey(name)})`
