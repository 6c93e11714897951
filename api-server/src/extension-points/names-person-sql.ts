import { or, type SQL, sql } from 'drizzle-orm'
import type { Erasure } from './personal-data.ts'

/** Whether a lower-case JSON text contains the address, the name, or the username as a whole value. */
export const namesPerson = (text: SQL, { email, full_name, username }: Erasure) =>
  or(
    sql`position(${email.toLowerCase()} in ${text}) > 0`,
    full_name.length < 3 ? undefined : sql`position(lower(${full_name}) in ${text}) > 0`,
    sql`position(to_jsonb(${username}::text)::text in ${text}) > 0`,
  )
