import { sql } from 'drizzle-orm'
import { integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Times are UTC instants everywhere; the database's own clock writes them unless a rule gives one. */
export const instant = (name?: string) =>
  name ? timestamp(name, { withTimezone: true }) : timestamp({ withTimezone: true })
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
export const createdAt = () => instant().notNull().default(sql`now()`)
/** Bumped by every edit through the back office; a stale one is refused with 409. */
export const version = () => integer().notNull().default(1)
export const words = () => text().array().notNull().default(sql`'{}'::text[]`)
/** Money: integer minor units beside their currency. */
export const currency = () => text().notNull().default('EUR')
