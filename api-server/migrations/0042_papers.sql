CREATE TABLE "certificate_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"certificate_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"printed" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "mail_waits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_corrections" ADD CONSTRAINT "certificate_corrections_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_corrections" ADD CONSTRAINT "certificate_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_corrections_open" ON "certificate_corrections" USING btree ("certificate_id") WHERE "certificate_corrections"."state" = 'open';--> statement-breakpoint
CREATE INDEX "certificate_corrections_certificate" ON "certificate_corrections" USING btree ("certificate_id","created_at");--> statement-breakpoint
CREATE INDEX "certificate_corrections_user" ON "certificate_corrections" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "certificate_corrections_state" ON "certificate_corrections" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "certificate_corrections_created" ON "certificate_corrections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "certificates_course" ON "certificates" USING btree ("course_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "certificates_exam" ON "certificates" USING btree ("exam_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING btree ("about","created_at","id") WHERE "outbox"."about" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_activated_at" ON "vouchers" USING btree ("activated_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_given_to" ON "vouchers" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "vouchers_mail_waits" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."mail_waits" = true;--> statement-breakpoint
CREATE INDEX "vouchers_code_parts" ON "vouchers" USING gin (search_fold(replace("code", '-', '')) gin_trgm_ops);--> statement-breakpoint
-- Mails of before, by the keys that they were sent under: the pages of vouchers and certificates list them.
UPDATE "outbox" SET "about" = 'order:' || split_part("dedupe_key", ':', 2) WHERE "kind" = 'voucher' AND "dedupe_key" LIKE 'order:%:seat:%';--> statement-breakpoint
UPDATE "outbox" SET "about" = 'certificate:' || split_part("dedupe_key", ':', 2) WHERE "kind" = 'certificate' AND "dedupe_key" LIKE 'certificate:%:issued';
