import { findLocale, findTimeZone } from '@flagyard/api-types/contract/time-zone'
import { sql } from 'drizzle-orm'
import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** UTC timestamp. Written by the database clock unless a rule passes a time in. */
export const instant = (name?: string) =>
  name ? timestamp(name, { withTimezone: true }) : timestamp({ withTimezone: true })
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
export const createdAt = () => instant().notNull().default(sql`now()`)
/** Incremented by every edit in the admin console; an edit based on an older version is refused with 409. */
export const version = () => integer().notNull().default(1)
export const words = () => text().array().notNull().default(sql`'{}'::text[]`)
/** Amounts are integers in minor units, stored with their currency. */
export const currency = () => text().notNull().default('EUR')
/** Name of a row in content files. Random if not set. */
export const ownSlug = () => text().notNull().default(sql`gen_random_uuid()::text`)

/** A text column that can always be read: stored values unknown to `find` are read as the fallback. */
function checkedText(find: (stored: string) => string | undefined, fallback: string) {
  const found = new Map<string, string>()
  return customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    fromDriver: (stored) => {
      const known = found.get(stored) ?? find(stored) ?? fallback
      found.set(stored, known)
      return known
    },
  })
}
export const zone = checkedText(findTimeZone, 'UTC')
export const language = checkedText(findLocale, 'en')
