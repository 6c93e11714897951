CREATE TABLE "bulk_items" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"memo" jsonb,
	CONSTRAINT "bulk_items_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
DROP INDEX "bulk_jobs_created_at";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "actor" text NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "stopped_because" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "run_token" uuid;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "beat_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undoes" uuid;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undone_by" uuid;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_job_id_bulk_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_items_item" ON "bulk_items" USING btree ("job_id","item");--> statement-breakpoint
CREATE INDEX "bulk_items_state" ON "bulk_items" USING btree ("job_id","state","position");--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin (("slug" || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "exams_title" ON "exams" USING btree ("title");--> statement-breakpoint
CREATE INDEX "exams_updated_at" ON "exams" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "exams_search" ON "exams" USING gin (("slug" || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "feedback_forms_search" ON "feedback_forms" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "labs_title" ON "labs" USING btree ("title");--> statement-breakpoint
CREATE INDEX "labs_search" ON "labs" USING gin (("slug" || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_job" ON "audit" USING btree ("job_id","at") WHERE "audit"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_open" ON "bulk_jobs" USING btree ("beat_at") WHERE "bulk_jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "bulk_jobs_created_at" ON "bulk_jobs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"),"id");