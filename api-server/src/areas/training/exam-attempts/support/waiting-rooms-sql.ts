import { sql } from 'drizzle-orm'
import { examAttempts, examSupport } from '../../../../db/schema/index.ts'

/** Requests for room access that wait for a second administrator: one row per request. */
export const waitingRooms = sql`select ${examAttempts.user_id} as user_id from ${examSupport}
  join ${examAttempts} on ${examAttempts.id} = ${examSupport.attempt_id}
  where ${examSupport.confirm_by} = 'administrator' and ${examSupport.opened_at} is null and ${examSupport.ended_at} is null
    and ${examSupport.confirm_until} > now() and ${examAttempts.state} in ('preparing', 'active')`
