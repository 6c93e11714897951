import type { TimelineTopic } from '@flagyard/api-types'
import { type SQL, sql } from 'drizzle-orm'

/** One kind of event that a feature adds to the history of an account. It reads by an index that begins with the account. */
export interface TimelineSource {
  /** `order.paid`: what the event is about, and what happened to it. */
  kind: TimelineTopic | `${TimelineTopic}.${string}`
  /** Its rows, each under the alias `s`. */
  from: SQL
  at: SQL
  id: SQL
  subject: SQL
  detail?: SQL
  where: (userId: string, username: string) => SQL
}

/** Rows with a column `user_id`. */
export const ofUser = (userId: string) => sql`s.user_id = ${userId}`
