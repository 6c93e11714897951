ALTER TABLE "cloud_accounts" ADD COLUMN "accepted_residue" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "residue_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "check_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "check_error" text;--> statement-breakpoint
CREATE INDEX "cloud_accounts_region" ON "cloud_accounts" USING btree ("cloud","region","account_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_residue" ON "cloud_accounts" USING btree ("residue_until") WHERE "cloud_accounts"."residue_until" is not null;--> statement-breakpoint
CREATE INDEX "cloud_accounts_checks" ON "cloud_accounts" USING btree ("check_requested_at") WHERE "cloud_accounts"."check_requested_at" is not null;