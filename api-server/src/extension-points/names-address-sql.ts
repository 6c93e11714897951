import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { addressPattern } from './redact.ts'

/** Whether a text holds this address, which is given in small letters. The first look is quick; the second tells longer ones apart. */
export const namesAddress = (text: SQLWrapper, email: string): SQL<boolean> =>
  sql`(position(${email} in lower(${text})) > 0 and ${text} ~* ${addressPattern(email)})`
