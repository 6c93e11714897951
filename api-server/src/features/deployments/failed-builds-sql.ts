import { type SQL, sql } from 'drizzle-orm'

/** Builds for an attempt that fail one after the other before a person has to look. */
export const MAX_FAILED_BUILDS = 3

/** How many builds for an attempt have failed since one ran. */
export const failedBuilds = (attemptId: SQL) => sql<number>`(select count(*)::int from deployments d
  where d.attempt_id = ${attemptId} and d.reason = 'failed'
    and d.created_at > coalesce((select max(r.created_at) from deployments r
      where r.attempt_id = ${attemptId} and r.running_at is not null), '-infinity'))`
