CREATE TABLE "conduct_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"evidence" text NOT NULL,
	"opened_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX "extra_points_state";--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD COLUMN "flag_id" uuid;--> statement-breakpoint
ALTER TABLE "flag_tries" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conduct_cases" ADD CONSTRAINT "conduct_cases_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conduct_cases_attempt" ON "conduct_cases" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conduct_cases_open" ON "conduct_cases" USING btree ("attempt_id") WHERE "conduct_cases"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "exam_ledger_flag" ON "exam_ledger" USING btree ("attempt_id","flag_id") WHERE "exam_ledger"."flag_id" is not null;--> statement-breakpoint
CREATE INDEX "extra_points_url" ON "extra_points" USING btree ("url");--> statement-breakpoint
CREATE INDEX "extra_points_created" ON "extra_points" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "extra_points_state" ON "extra_points" USING btree ("state","created_at","id");