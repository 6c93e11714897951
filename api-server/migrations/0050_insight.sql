CREATE TABLE "insights" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid,
	"lesson_id" uuid,
	"flag_id" uuid,
	"tally" jsonb,
	"counted_at" timestamp with time zone,
	"partial" jsonb,
	"partial_after" uuid,
	"partial_of" jsonb,
	CONSTRAINT "insights_course" UNIQUE("course_id"),
	CONSTRAINT "insights_lesson" UNIQUE("lesson_id"),
	CONSTRAINT "insights_flag" UNIQUE("flag_id"),
	CONSTRAINT "insights_subject" CHECK (num_nonnulls("insights"."course_id", "insights"."lesson_id", "insights"."flag_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "lesson_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"course_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"position_seconds" integer,
	"revision" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX "lesson_progress_lesson";--> statement-breakpoint
-- In two steps: rows that are there already were begun at a moment that nobody knows.
ALTER TABLE "lesson_progress" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lesson_progress" ALTER COLUMN "begun_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insights" ADD CONSTRAINT "insights_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_reports" ADD CONSTRAINT "lesson_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_reports" ADD CONSTRAINT "lesson_reports_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_reports" ADD CONSTRAINT "lesson_reports_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_reports" ADD CONSTRAINT "lesson_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insights_due" ON "insights" USING btree ("counted_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_created_at" ON "lesson_reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_state" ON "lesson_reports" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_kind" ON "lesson_reports" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_course" ON "lesson_reports" USING btree ("course_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_lesson" ON "lesson_reports" USING btree ("lesson_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_reports_mine" ON "lesson_reports" USING btree ("user_id","lesson_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_reports_decider" ON "lesson_reports" USING btree ("decided_by") WHERE "lesson_reports"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "lesson_reports_decided_at" ON "lesson_reports" USING btree ("decided_at") WHERE "lesson_reports"."state" = 'closed';--> statement-breakpoint
CREATE INDEX "lesson_reports_search" ON "lesson_reports" USING gin (search_fold("words") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "course_progress_learners" ON "course_progress" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "flag_tries_learners" ON "flag_tries" USING btree ("flag_id","user_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_lesson" ON "lesson_progress" USING btree ("lesson_id","user_id");