import { sql } from 'drizzle-orm'
import { conductCases } from '../../../../db/schema/index.ts'

// Uses the table name explicitly: in a query over this table only, Drizzle would write the column without its table, and PostgreSQL would resolve
// it to the conduct case.
/** Whether a conduct case about the attempt is open. Until it is decided, no certificate is issued for the attempt. */
export const isUnderReview = sql<boolean>`exists (select 1 from ${conductCases} doubt
  where doubt.attempt_id = exam_attempts.id and doubt.state = 'open')`
