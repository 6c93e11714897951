CREATE TABLE "deployment_inventories" (
	"deployment_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"error" text,
	"resources" integer DEFAULT 0 NOT NULL,
	"hourly_micros" bigint DEFAULT 0 NOT NULL,
	"types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_resources" integer,
	"max_hourly_cost" integer,
	"over" text[] DEFAULT '{}'::text[] NOT NULL,
	"over_since" timestamp with time zone,
	"over_readings" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "planted_flags" (
	"deployment_id" uuid NOT NULL,
	"flag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"planted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planted_flags_deployment_id_flag_id_pk" PRIMARY KEY("deployment_id","flag_id")
);
--> statement-breakpoint
CREATE TABLE "freeze_accounts" (
	"freeze_id" uuid NOT NULL,
	"cloud_account_id" uuid NOT NULL,
	"deployment_id" uuid NOT NULL,
	CONSTRAINT "freeze_accounts_freeze_id_cloud_account_id_pk" PRIMARY KEY("freeze_id","cloud_account_id")
);
--> statement-breakpoint
CREATE TABLE "freezes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"frozen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen_by" uuid,
	"reason" text NOT NULL,
	"was_disabled" boolean DEFAULT false NOT NULL,
	"sessions" integer DEFAULT 0 NOT NULL,
	"labs" integer DEFAULT 0 NOT NULL,
	"stopped_exam" boolean DEFAULT false NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" uuid,
	"lift_reason" text
);
--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "is_evidence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "flags_marked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_prices" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_prices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deployment_inventories" ADD CONSTRAINT "deployment_inventories_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planted_flags" ADD CONSTRAINT "planted_flags_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planted_flags" ADD CONSTRAINT "planted_flags_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planted_flags" ADD CONSTRAINT "planted_flags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freeze_accounts" ADD CONSTRAINT "freeze_accounts_freeze_id_freezes_id_fk" FOREIGN KEY ("freeze_id") REFERENCES "public"."freezes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freeze_accounts" ADD CONSTRAINT "freeze_accounts_cloud_account_id_cloud_accounts_id_fk" FOREIGN KEY ("cloud_account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freeze_accounts" ADD CONSTRAINT "freeze_accounts_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_frozen_by_users_id_fk" FOREIGN KEY ("frozen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployment_inventories_over" ON "deployment_inventories" USING btree ("over_since") WHERE "deployment_inventories"."over_since" is not null;--> statement-breakpoint
CREATE INDEX "planted_flags_fingerprint" ON "planted_flags" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "planted_flags_flag" ON "planted_flags" USING btree ("flag_id");--> statement-breakpoint
CREATE INDEX "planted_flags_user" ON "planted_flags" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "planted_flags_at" ON "planted_flags" USING btree ("planted_at");--> statement-breakpoint
CREATE INDEX "freeze_accounts_account" ON "freeze_accounts" USING btree ("cloud_account_id");--> statement-breakpoint
CREATE INDEX "freeze_accounts_deployment" ON "freeze_accounts" USING btree ("deployment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "freezes_open" ON "freezes" USING btree ("user_id") WHERE "freezes"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "freezes_user" ON "freezes" USING btree ("user_id","frozen_at");--> statement-breakpoint
CREATE INDEX "freezes_lifted" ON "freezes" USING btree ("lifted_at") WHERE "freezes"."lifted_at" is not null;--> statement-breakpoint
CREATE INDEX "freezes_by" ON "freezes" USING btree ("frozen_by") WHERE "freezes"."frozen_by" is not null;--> statement-breakpoint
CREATE INDEX "freezes_lifted_by" ON "freezes" USING btree ("lifted_by") WHERE "freezes"."lifted_by" is not null;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD CONSTRAINT "flag_alerts_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD CONSTRAINT "flag_alerts_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployments_unmarked" ON "deployments" USING btree ("running_at") WHERE "deployments"."running_at" is not null and "deployments"."flags_marked_at" is null;--> statement-breakpoint
CREATE INDEX "flag_alerts_at" ON "flag_alerts" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "flag_alerts_state" ON "flag_alerts" USING btree ("state","at","id");--> statement-breakpoint
CREATE INDEX "flag_alerts_resolver" ON "flag_alerts" USING btree ("resolved_by") WHERE "flag_alerts"."resolved_by" is not null;--> statement-breakpoint
CREATE INDEX "flag_alerts_attempt" ON "flag_alerts" USING btree ("attempt_id") WHERE "flag_alerts"."attempt_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "resource_prices_id" ON "resource_prices" USING btree ("id");--> statement-breakpoint
CREATE INDEX "resource_prices_type" ON "resource_prices" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "resource_prices_hourly" ON "resource_prices" USING btree ("hourly_micros","id");--> statement-breakpoint
CREATE INDEX "resource_prices_updated" ON "resource_prices" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "resource_prices_search" ON "resource_prices" USING gin (search_fold("type" || ' ' || "region") gin_trgm_ops);--> statement-breakpoint
-- What was settled before there were decisions was nothing to go on with.
UPDATE "flag_alerts" SET "state" = 'dismissed' WHERE "resolved_at" IS NOT NULL;
--> statement-breakpoint
-- A flag of an older run counts as nobody's: only those of the last 90 days are made findable.
UPDATE "deployments" SET "flags_marked_at" = now() WHERE "running_at" < now() - interval '90 days';
