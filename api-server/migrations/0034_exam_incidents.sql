ALTER TABLE "incident_attempts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "incident_attempts" CASCADE;--> statement-breakpoint
DROP INDEX "exam_attempts_scheduled";--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD COLUMN "incident_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD COLUMN "incident_round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "cloud" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "exam_id" uuid;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "incident_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD CONSTRAINT "exam_ledger_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_ledger_incident" ON "exam_ledger" USING btree ("incident_id","attempt_id","kind","incident_round") WHERE "exam_ledger"."incident_id" is not null;--> statement-breakpoint
CREATE INDEX "incidents_from_at" ON "incidents" USING btree ("from_at","id");--> statement-breakpoint
CREATE INDEX "incidents_until_at" ON "incidents" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "incidents_exam" ON "incidents" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_incident" ON "bulk_jobs" USING btree ("incident_id","created_at","id") WHERE "bulk_jobs"."incident_id" is not null;--> statement-breakpoint
CREATE INDEX "exam_attempts_scheduled" ON "exam_attempts" USING btree ("scheduled_at");--> statement-breakpoint
ALTER TABLE "incidents" DROP COLUMN "message";--> statement-breakpoint
ALTER TABLE "incidents" DROP COLUMN "scope";