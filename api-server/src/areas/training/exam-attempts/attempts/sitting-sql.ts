import { type SQL, sql } from 'drizzle-orm'
import { examAttempts } from '../../../../db/schema/index.ts'

/** Whether the account has an exam in progress or in preparation. */
export const sitsExam = (userId: SQL) => sql<boolean>`exists (select 1 from ${examAttempts} sitting
  where sitting.user_id = ${userId} and sitting.state in ('preparing', 'active'))`
