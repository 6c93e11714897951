import { type SQL, sql } from 'drizzle-orm'

/**
 * When an author's test run last solved every required flag of what is built; null when none did. A run counts whoever made it: that the
 * lab can be solved is a fact about the lab. The canary, which goes by a script, is no author. `built` comes from the function `lab_built`;
 * without it a run counts whatever the lab was built of then.
 */
export const lastSolvedTest = (lab: { id: SQL; built?: SQL }) => sql<Date | string | null>`(select max(d.running_at)
  from deployments d join lab_snapshots s on s.id = d.snapshot_id
  where d.lab_id = ${lab.id} and d.test is not null and not d.test ? 'canary' ${lab.built ? sql`and s.built = ${lab.built}` : sql``}
  and not exists (select from jsonb_array_elements(s.flags) f
    where (f ->> 'required')::boolean and not d.test -> 'solved' ? (f ->> 'id')))`

/** What the lab of the outer table "labs" is built of, as people see it now. */
export const builtNow = sql`lab_built(to_jsonb("labs".*), (select coalesce(jsonb_agg(to_jsonb(f.*)), '[]')
  from flags f where f.lab_id = "labs"."id" and f.archived_at is null))`
