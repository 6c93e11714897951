import { type SQL, sql } from 'drizzle-orm'

/**
 * Time of the last test run in which an author solved every required flag of the current build; null if there is none. Test runs of all authors
 * count, because solvability is a property of the lab. Canary runs do not count: they follow a script. `built` is the result of the function
 * `lab_built`; without it, test runs of earlier builds count too.
 */
export const lastSolvedTest = (lab: { id: SQL; built?: SQL }) => sql<Date | string | null>`(select max(d.running_at)
  from deployments d join lab_snapshots s on s.id = d.snapshot_id
  where d.lab_id = ${lab.id} and d.test is not null and not d.test ? 'canary' ${lab.built ? sql`and s.built = ${lab.built}` : sql``}
  and not exists (select from jsonb_array_elements(s.flags) f
    where (f ->> 'required')::boolean and not d.test -> 'solved' ? (f ->> 'id')))`

/** Build fingerprint of the published lab in the outer table "labs". */
export const builtNow = sql`lab_built(to_jsonb("labs".*), (select coalesce(jsonb_agg(to_jsonb(f.*)), '[]')
  from flags f where f.lab_id = "labs"."id" and f.archived_at is null))`
