CREATE TABLE "certificate_checks" (
	"certificate_id" text NOT NULL,
	"month" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "certificate_checks_certificate_id_month_kind_pk" PRIMARY KEY("certificate_id","month","kind")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "renewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "name_hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "points_hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "badge_issue" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "renews" text;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "renewable_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificate_checks" ADD CONSTRAINT "certificate_checks_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_current" ON "certificates" USING btree ("user_id","course_id","type") WHERE "certificates"."withdrawn_at" is null and "certificates"."revoked_at" is null and "certificates"."renewed_at" is null;--> statement-breakpoint
CREATE INDEX "courses_renews" ON "courses" USING btree ("renews") WHERE "courses"."renews" is not null;--> statement-breakpoint
DROP INDEX "certificates_once";--> statement-breakpoint
UPDATE "exam_attempts" SET "renewable_from" = c."valid_until" - interval '60 days' FROM "certificates" c
WHERE c."attempt_id" = "exam_attempts"."id" AND c."valid_until" IS NOT NULL AND c."withdrawn_at" IS NULL AND c."revoked_at" IS NULL;
