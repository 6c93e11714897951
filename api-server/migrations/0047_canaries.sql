CREATE TABLE "canary_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lab_id" uuid NOT NULL,
	"deployment_id" uuid,
	"by_hand" boolean NOT NULL,
	"revision" integer,
	"module_version" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"failed_step" text,
	"message" text,
	"seconds_to_credentials" integer,
	"ended_at" timestamp with time zone,
	CONSTRAINT "canary_runs_decided" CHECK ("canary_runs"."ended_at" is null or "canary_runs"."outcome" is not null)
);
--> statement-breakpoint
CREATE TABLE "canary_settings" (
	"lab_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"every_hours" integer NOT NULL,
	"monthly_runs" integer NOT NULL,
	"turn_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployments" drop column "kind";--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "kind" text GENERATED ALWAYS AS (case when test ? 'canary' then 'canary' when test is not null then 'try' when attempt_id is not null then 'exam' else 'lab' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "canary" jsonb;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "health_state" text GENERATED ALWAYS AS (case when health is null then 'never' when (health ->> 'ok')::boolean then 'solved' else 'failed' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "canary_runs" ADD CONSTRAINT "canary_runs_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canary_settings" ADD CONSTRAINT "canary_settings_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployments_kind" ON "deployments" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "canary_runs_open" ON "canary_runs" USING btree ("lab_id") WHERE "canary_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "canary_runs_lab" ON "canary_runs" USING btree ("lab_id","begun_at");--> statement-breakpoint
CREATE INDEX "canary_runs_ended_at" ON "canary_runs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "canary_settings_turn" ON "canary_settings" USING btree ("turn_at") WHERE "canary_settings"."enabled";--> statement-breakpoint
CREATE INDEX "labs_health" ON "labs" USING btree ("health_state","slug");