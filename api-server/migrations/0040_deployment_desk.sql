ALTER TABLE "deployments" ADD COLUMN "kind" text GENERATED ALWAYS AS (case when test is not null then 'try' when attempt_id is not null then 'exam' else 'lab' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "deployments_kind" ON "deployments" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "deployments_reason" ON "deployments" USING btree ("reason","created_at","id") WHERE "deployments"."reason" is not null;--> statement-breakpoint
CREATE INDEX "deployments_in_queue" ON "deployments" USING btree ("priority","queued_at","id");--> statement-breakpoint
CREATE INDEX "deployments_ends_at" ON "deployments" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "deployments_ended_at" ON "deployments" USING btree ("ended_at","id");