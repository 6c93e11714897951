import { type SQL, sql } from 'drizzle-orm'

/** Maximum number of consecutive failed builds of an attempt, after which builds are no longer retried automatically. */
export const MAX_FAILED_BUILDS = 3

/** Number of failed builds of an attempt since one last ran. */
export const failedBuilds = (attemptId: SQL) => sql<number>`(select count(*)::int from deployments d
  where d.attempt_id = ${attemptId} and d.reason = 'failed'
    and d.created_at > coalesce((select max(r.created_at) from deployments r
      where r.attempt_id = ${attemptId} and r.running_at is not null), '-infinity'))`
