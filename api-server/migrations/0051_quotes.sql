CREATE TABLE "feedback_quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"answer_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD COLUMN "quote_as" text;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD COLUMN "quote_withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feedback_quotes" ADD CONSTRAINT "feedback_quotes_answer_id_feedback_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."feedback_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_quotes" ADD CONSTRAINT "feedback_quotes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_quotes_once" ON "feedback_quotes" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "feedback_quotes_course" ON "feedback_quotes" USING btree ("course_id","published_at","id");--> statement-breakpoint
CREATE INDEX "courses_instructors" ON "courses" USING gin ("instructors" jsonb_path_ops);--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD CONSTRAINT "feedback_responses_withdrawn" CHECK ("feedback_responses"."quote_withdrawn_at" is null or "feedback_responses"."quote_as" is not null);
--> statement-breakpoint
-- Who allowed a quote before names were asked for is quoted without one.
UPDATE "feedback_responses" SET "quote_as" = 'learner' WHERE "may_quote";
--> statement-breakpoint
-- What is quoted stands on public pages, so what is kept of them goes when a quote comes or goes, or its learner changes their name (0003).
create trigger announce after insert or update or delete or truncate on feedback_quotes for each statement execute function announce_catalogue();
--> statement-breakpoint
create function announce_quoted_name() returns trigger language plpgsql as $$
begin
  if exists (select from feedback_responses r where r.user_id = new.id and r.quote_as is not null) then
    perform pg_notify('catalogue', '');
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger announce_quoted_name after update of full_name on users for each row
  when (old.full_name is distinct from new.full_name) execute function announce_quoted_name();
