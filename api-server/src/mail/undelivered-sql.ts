import { sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'

/** Could not be sent, and not so long ago that nobody waits for it any more. */
export const isUndelivered = sql`(${outbox.state} in ('failed', 'bounced') and ${outbox.created_at} > now() - interval '30 days')`
