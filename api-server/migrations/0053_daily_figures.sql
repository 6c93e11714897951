CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "course_progress_completed_at" ON "course_progress" USING btree ("completed_at","user_id") WHERE "course_progress"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "course_progress_feedback_due_at" ON "course_progress" USING btree ("feedback_due_at") WHERE "course_progress"."feedback_due_at" is not null;--> statement-breakpoint
CREATE INDEX "lesson_progress_completed_at" ON "lesson_progress" USING btree ("completed_at","user_id") WHERE "lesson_progress"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "deployments_running_at" ON "deployments" USING btree ("running_at","id");--> statement-breakpoint
CREATE INDEX "deployments_ran" ON "deployments" USING gist (tstzrange("running_at", case when "ended_at" is not null then greatest("running_at", "ended_at") end)) WHERE "deployments"."running_at" is not null and "deployments"."kind" = 'lab';--> statement-breakpoint
CREATE INDEX "exam_attempts_decided_at" ON "exam_attempts" USING btree ("decided_at","user_id") WHERE "exam_attempts"."state" in ('passed', 'failed');--> statement-breakpoint
CREATE INDEX "feedback_tallies_week" ON "feedback_tallies" USING btree ("week");--> statement-breakpoint
CREATE INDEX "flag_solves_solved_at" ON "flag_solves" USING btree ("solved_at","user_id");