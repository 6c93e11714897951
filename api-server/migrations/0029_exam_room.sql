CREATE TABLE "account_bookings" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"cloud" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "exam_ledger_attempt";--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "exam_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "checked_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "ready_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "barred_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD COLUMN "position" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "account_bookings" ADD CONSTRAINT "account_bookings_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_bookings_span" ON "account_bookings" USING btree ("cloud","until_at");--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployments_attempt" ON "deployments" USING btree ("attempt_id","created_at") WHERE "deployments"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "exam_attempts_due" ON "exam_attempts" USING btree ("state","scheduled_at") WHERE "exam_attempts"."state" in ('scheduled', 'preparing', 'active', 'provisional');--> statement-breakpoint
CREATE INDEX "exam_ledger_attempt" ON "exam_ledger" USING btree ("attempt_id","position");--> statement-breakpoint
ALTER TABLE "exam_attempts" DROP COLUMN "capacity_from";--> statement-breakpoint
ALTER TABLE "exam_attempts" DROP COLUMN "capacity_until";