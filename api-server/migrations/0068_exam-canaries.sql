ALTER TABLE "canary_runs" ALTER COLUMN "lab_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "canary_runs" ADD COLUMN "exam_id" uuid;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "health" jsonb;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "health_state" text GENERATED ALWAYS AS (case when health is null then 'never' when (health ->> 'ok')::boolean then 'solved' else 'failed' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "canary_runs" ADD CONSTRAINT "canary_runs_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canary_runs_exam" ON "canary_runs" USING btree ("exam_id","begun_at");--> statement-breakpoint
CREATE INDEX "exams_health" ON "exams" USING btree ("health_state","slug");--> statement-breakpoint
ALTER TABLE "canary_runs" ADD CONSTRAINT "canary_runs_of_one" CHECK (num_nonnulls("canary_runs"."lab_id", "canary_runs"."exam_id") = 1);