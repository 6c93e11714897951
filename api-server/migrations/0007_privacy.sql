ALTER TABLE "privacy_requests" ADD COLUMN "keep_certificates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("user_id","kind") WHERE "privacy_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "privacy_requests_state" ON "privacy_requests" USING btree ("kind","state","due_at");--> statement-breakpoint
CREATE INDEX "users_deletion" ON "users" USING btree ("deletion_due_at") WHERE "users"."deletion_due_at" is not null;