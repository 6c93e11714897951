import type { TimelineTopic } from '@flagyard/api-types'
import { type SQL, sql } from 'drizzle-orm'

/** One kind of event that a feature adds to the history of an account. It needs an index that begins with the account. */
export interface TimelineSource {
  /** Topic and event, e.g. `order.paid`. */
  kind: TimelineTopic | `${TimelineTopic}.${string}`
  /** Table of the events, with the alias `s`. */
  from: SQL
  at: SQL
  id: SQL
  subject: SQL
  detail?: SQL
  where: (userId: string, username: string) => SQL
}

/** Condition for tables with a column `user_id`. */
export const ofUser = (userId: string) => sql`s.user_id = ${userId}`
