CREATE TABLE "exam_support" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"confirm_by" text NOT NULL,
	"code_hash" text,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirm_until" timestamp with time zone NOT NULL,
	"confirmed_by" uuid,
	"opened_at" timestamp with time zone,
	"open_until" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "variables" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "admitted_address" text;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "address_change" jsonb;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "address_problem" text;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "address_variable" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "accommodation_reason" text;--> statement-breakpoint
ALTER TABLE "exam_support" ADD CONSTRAINT "exam_support_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_support_attempt" ON "exam_support" USING btree ("attempt_id","asked_at");--> statement-breakpoint
CREATE INDEX "flag_alerts_flag" ON "flag_alerts" USING btree ("flag_id","at");--> statement-breakpoint
-- The candidate's open room hears of support that comes and goes.
create trigger announce after insert or update on exam_support for each row execute function announce_exam();
