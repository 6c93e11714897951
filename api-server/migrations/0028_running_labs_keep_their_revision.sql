-- What a solved test run of a lab says something about: what is built, and the flags that are planted or must be solved.
CREATE FUNCTION lab_built(lab jsonb, flags jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select md5(jsonb_build_object(
    'cloud', lab -> 'cloud',
    'module', lab -> 'module',
    'version', lab -> 'module_version',
    'stages', lab -> 'module_stages',
    'variables', lab -> 'variables',
    'fields', (select coalesce(jsonb_agg(field - 'label' - 'hint' order by place), '[]'::jsonb)
      from jsonb_array_elements(lab -> 'extra_fields') with ordinality fields(field, place)),
    'flags', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', flag -> 'id',
        'type', flag -> 'type',
        'required', flag -> 'required',
        'secret', case when flag ->> 'type' = 'DYNAMIC'
          then coalesce(nullif(btrim(flag ->> 'secret'), ''), 'flag_' || (flag ->> 'position'))
          else flag ->> 'secret' end) order by flag ->> 'id'), '[]'::jsonb)
      from jsonb_array_elements(flags) flag
      where (flag ->> 'required')::boolean or flag ->> 'type' = 'DYNAMIC'))::text)
$$;
--> statement-breakpoint
CREATE TABLE "lab_snapshots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lab_id" uuid NOT NULL,
	"lab" jsonb NOT NULL,
	"flags" jsonb NOT NULL,
	"instructions" text NOT NULL,
	"checksum" text GENERATED ALWAYS AS (md5(lab::text || flags::text || instructions)) STORED NOT NULL,
	"built" text GENERATED ALWAYS AS (lab_built(lab, flags)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "lab_snapshots" ADD CONSTRAINT "lab_snapshots_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_snapshots_checksum" ON "lab_snapshots" USING btree ("lab_id","checksum");--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_snapshot_id_lab_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."lab_snapshots"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What runs now, and what authors solved, keeps the lab as it is now.
WITH runs AS (
  SELECT d.id AS deployment_id, d.lab_id, coalesce(n.body, '') AS instructions,
    (to_jsonb(l) - array['id', 'slug', 'price_amount', 'price_currency', 'access_days', 'max_hourly_cost', 'status', 'health',
      'created_at', 'updated_at', 'version']) || jsonb_build_object('module_version', d.module_version) AS lab,
    (SELECT coalesce(jsonb_agg(to_jsonb(f) - array['lab_id', 'exam_id', 'archived_at'] ORDER BY f.position), '[]'::jsonb)
      FROM flags f WHERE f.lab_id = l.id AND f.archived_at IS NULL) AS flags
  FROM deployments d JOIN labs l ON l.id = d.lab_id LEFT JOIN lessons n ON n.id = d.lesson_id
  WHERE d.attempt_id IS NULL AND (d.state IN ('queued', 'held', 'provisioning', 'running') OR d.test IS NOT NULL)
), saved AS (
  INSERT INTO lab_snapshots (lab_id, lab, flags, instructions)
  SELECT DISTINCT lab_id, lab, flags, instructions FROM runs
  RETURNING id, lab_id, checksum
)
UPDATE deployments d SET snapshot_id = saved.id FROM runs, saved
WHERE d.id = runs.deployment_id AND saved.lab_id = runs.lab_id
  AND saved.checksum = md5(runs.lab::text || runs.flags::text || runs.instructions);
