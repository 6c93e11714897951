import { type SQL, sql } from 'drizzle-orm'

/** How many builds for an attempt have failed since one ran. */
export const failedBuilds = (attemptId: SQL) => sql<number>`(select count(*)::int from deployments d
  where d.attempt_id = ${attemptId} and d.reason = 'failed'
    and d.created_at > coalesce((select max(r.created_at) from deployments r
      where r.attempt_id = ${attemptId} and r.running_at is not null), '-infinity'))`
