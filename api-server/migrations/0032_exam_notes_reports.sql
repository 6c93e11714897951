CREATE TABLE "exam_notes" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"minute" integer,
	"environment" jsonb,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "preflight_of" uuid;--> statement-breakpoint
ALTER TABLE "exam_notes" ADD CONSTRAINT "exam_notes_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_reports" ADD CONSTRAINT "exam_reports_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_reports_attempt" ON "exam_reports" USING btree ("attempt_id","at");--> statement-breakpoint
CREATE INDEX "exam_reports_unanswered" ON "exam_reports" USING btree ("attempt_id") WHERE "exam_reports"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_preflight_of_exam_attempts_id_fk" FOREIGN KEY ("preflight_of") REFERENCES "public"."exam_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployments_preflight" ON "deployments" USING btree ("preflight_of","created_at") WHERE "deployments"."preflight_of" is not null;--> statement-breakpoint
-- Whatever changes in the room of an exam, its open pages hear of it when the change commits. Written once here and not beside each statement,
-- so that nobody who changes an attempt has to think of it.
create function announce_exam() returns trigger language plpgsql as $$
begin
  perform pg_notify('exam', user_id || ':' || exam_id) from exam_attempts where id = new.attempt_id;
  return null;
end
$$;
--> statement-breakpoint
create function announce_attempt() returns trigger language plpgsql as $$
begin
  perform pg_notify('exam', new.user_id || ':' || new.exam_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger announce after insert or update on exam_attempts for each row execute function announce_attempt();
--> statement-breakpoint
create trigger announce after insert or update on exam_notes for each row execute function announce_exam();
--> statement-breakpoint
create trigger announce after insert or update on exam_reports for each row execute function announce_exam();
--> statement-breakpoint
create trigger announce after insert or update on extra_points for each row execute function announce_exam();
--> statement-breakpoint
create trigger announce after insert on flag_solves for each row when (new.attempt_id is not null) execute function announce_exam();
--> statement-breakpoint
create trigger announce after insert on flag_tries for each row when (new.attempt_id is not null) execute function announce_exam();
--> statement-breakpoint
create function announce_environment() returns trigger language plpgsql as $$
begin
  perform pg_notify('exam', user_id || ':' || exam_id) from exam_attempts where id = coalesce(new.attempt_id, new.preflight_of);
  return null;
end
$$;
--> statement-breakpoint
create trigger announce_exam after insert on deployments for each row
  when (coalesce(new.attempt_id, new.preflight_of) is not null) execute function announce_environment();
--> statement-breakpoint
create trigger announce_exam_change after update on deployments for each row
  when (coalesce(new.attempt_id, new.preflight_of) is not null
    and (old.state, old.stages, old.message) is distinct from (new.state, new.stages, new.message))
  execute function announce_environment();
