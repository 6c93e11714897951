import { sql } from 'drizzle-orm'
import { examAttempts } from '../../../../db/schema/index.ts'
import { isStuck } from './incident-sql.ts'

/** Attempts whose environment is no longer rebuilt automatically, because too many builds have failed. They need manual intervention. */
export const attemptsWithoutEnvironment = sql`select ${examAttempts.user_id} as user_id from ${examAttempts}
  where ${examAttempts.state} in ('preparing', 'active') and ${isStuck}`
