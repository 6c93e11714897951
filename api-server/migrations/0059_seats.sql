DROP INDEX "vouchers_mail_waits";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_message" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visibility" text DEFAULT 'seats' NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "shares_effort" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "mail_after" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "vouchers_mail_due" ON "vouchers" USING btree (coalesce("mail_after", "created_at"),"order_id","seat","id") WHERE "vouchers"."mail_waits" = true;