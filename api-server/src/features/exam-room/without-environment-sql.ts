import { sql } from 'drizzle-orm'
import { examAttempts } from '../../db/schema/index.ts'
import { failedBuilds } from '../deployments/failed-builds-sql.ts'
import { MAX_FAILED_BUILDS } from './due-step.ts'

/** Attempts whose environment is not built any more, because too many builds have failed: a person has to look. */
export const attemptsWithoutEnvironment = sql`select ${examAttempts.user_id} as user_id from ${examAttempts}
  where ${examAttempts.state} in ('preparing', 'active')
    and ${failedBuilds(sql`${examAttempts.id}`)} >= ${MAX_FAILED_BUILDS}::int`
