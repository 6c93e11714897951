import { sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'

/** Failed recently enough that the recipient may still be waiting for it. */
export const isUndelivered = sql`(${outbox.state} in ('failed', 'bounced') and ${outbox.created_at} > now() - interval '30 days')`
