import { sql } from 'drizzle-orm'
import { conductCases } from '../../../db/schema/index.ts'

// By its name: in a statement over this table alone, a column would be written without it, and be taken for one of the case.
/** Whether a conduct case about the attempt is open. Until it is decided no certificate rests on the attempt. */
export const isUnderReview = sql<boolean>`exists (select 1 from ${conductCases} doubt
  where doubt.attempt_id = exam_attempts.id and doubt.state = 'open')`
