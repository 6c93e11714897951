import { normalizeEmail } from '@flagyard/api-types/contract/email-address'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/index.ts'

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
