import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { addressPattern } from './redact.ts'

/** Whether a text contains this lower-case address. The first condition is a quick filter; the second excludes longer addresses that contain it. */
export const namesAddress = (text: SQLWrapper, email: string): SQL<boolean> =>
  sql`(position(${email} in lower(${text})) > 0 and ${text} ~* ${addressPattern(email)})`
