CREATE TABLE "feedback_form_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"anonymity_threshold" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_tallies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"form_version" integer NOT NULL,
	"question_id" uuid,
	"week" date NOT NULL,
	"value" text,
	"count" integer NOT NULL,
	CONSTRAINT "feedback_tallies_once" UNIQUE NULLS NOT DISTINCT("course_id","form_id","form_version","question_id","week","value")
);
--> statement-breakpoint
ALTER TABLE "feedback_answers" DROP CONSTRAINT "feedback_answers_question_id_feedback_questions_id_fk";
--> statement-breakpoint
DROP INDEX "feedback_answers_question";--> statement-breakpoint
DROP INDEX "feedback_responses_course";--> statement-breakpoint
DROP INDEX "feedback_responses_form";--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "feedback_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "feedback_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD COLUMN "week" date;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD COLUMN "may_quote" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD COLUMN "week" date;--> statement-breakpoint
ALTER TABLE "feedback_form_versions" ADD CONSTRAINT "feedback_form_versions_form_id_feedback_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."feedback_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_tallies" ADD CONSTRAINT "feedback_tallies_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_tallies" ADD CONSTRAINT "feedback_tallies_form_id_feedback_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."feedback_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_form_versions_number" ON "feedback_form_versions" USING btree ("form_id","number");--> statement-breakpoint
CREATE INDEX "course_progress_feedback" ON "course_progress" USING btree ("course_id") WHERE "course_progress"."feedback_due_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_answers_waiting" ON "feedback_answers" USING btree ("question_id") WHERE "feedback_answers"."week" is null;--> statement-breakpoint
CREATE INDEX "feedback_answers_week" ON "feedback_answers" USING btree ("week","id") WHERE "feedback_answers"."week" is not null;--> statement-breakpoint
CREATE INDEX "feedback_answers_search" ON "feedback_answers" USING gin (search_fold("text") gin_trgm_ops) WHERE "feedback_answers"."text" is not null;--> statement-breakpoint
CREATE INDEX "feedback_responses_waiting" ON "feedback_responses" USING btree ("course_id","form_id","form_version") WHERE "feedback_responses"."week" is null;--> statement-breakpoint
CREATE INDEX "feedback_responses_week" ON "feedback_responses" USING btree ("week","id") WHERE "feedback_responses"."week" is not null;--> statement-breakpoint
CREATE INDEX "feedback_responses_erased" ON "feedback_responses" USING btree ("course_id") WHERE "feedback_responses"."user_id" is null;--> statement-breakpoint
CREATE INDEX "feedback_answers_question" ON "feedback_answers" USING btree ("question_id","week");--> statement-breakpoint
CREATE INDEX "feedback_responses_course" ON "feedback_responses" USING btree ("course_id","week","id");--> statement-breakpoint
CREATE INDEX "feedback_responses_form" ON "feedback_responses" USING btree ("form_id","form_version","week","id");--> statement-breakpoint
UPDATE "feedback_forms" SET "anonymity_threshold" = 2 WHERE "anonymity_threshold" < 2;--> statement-breakpoint
INSERT INTO "feedback_form_versions" ("form_id", "number", "anonymity_threshold", "questions")
  SELECT f.id, 1, f.anonymity_threshold, coalesce(
    (SELECT jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'label', q.label, 'choices', q.choices, 'required', q.required) ORDER BY q.position)
      FROM feedback_questions q WHERE q.form_id = f.id AND q.archived_at IS NULL), '[]')
  FROM feedback_forms f;--> statement-breakpoint
UPDATE "course_progress" p SET "feedback_due_at" = coalesce(p.completed_at, p.last_seen_at, now())
  FROM (SELECT l.course_id, s.user_id, count(*) AS completed FROM lessons l JOIN lesson_progress s ON s.lesson_id = l.id AND s.completed_at IS NOT NULL
      WHERE l.required AND l.archived_at IS NULL GROUP BY l.course_id, s.user_id) done,
    (SELECT c.id, c.feedback_share, count(l.id) AS required FROM courses c
      LEFT JOIN lessons l ON l.course_id = c.id AND l.required AND l.archived_at IS NULL GROUP BY c.id) course
  WHERE done.user_id = p.user_id AND done.course_id = p.course_id AND course.id = p.course_id
    AND done.completed >= course.required * course.feedback_share - 1e-9;--> statement-breakpoint
UPDATE "course_progress" p SET "feedback_given_at" = r.created_at FROM feedback_responses r WHERE r.user_id = p.user_id AND r.course_id = p.course_id;
