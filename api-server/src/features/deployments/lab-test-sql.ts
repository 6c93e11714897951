import { type SQL, sql } from 'drizzle-orm'

/**
 * When an author's test run of the lab's present module last solved every required flag that the lab has now; null when none did. A run counts
 * whoever made it: that the lab can be solved is a fact about the lab.
 */
export const lastSolvedTest = (lab: { id: SQL; module_version: SQL }) => sql<
  Date | string | null
>`(select max(d.running_at)
  from deployments d where d.lab_id = ${lab.id} and d.test is not null and d.module_version = ${lab.module_version}
  and not exists (select from flags f where f.lab_id = d.lab_id and f.archived_at is null and f.required
    and not d.test -> 'solved' ? f.id::text))`
