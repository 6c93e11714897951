CREATE TABLE "factor_removals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
DROP INDEX "entitlements_lab";--> statement-breakpoint
DROP INDEX "entitlements_exam";--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "earlier_reasons" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_removals_user" ON "factor_removals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_removals_waiting" ON "factor_removals" USING btree ("user_id") WHERE "factor_removals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "factor_removals_due" ON "factor_removals" USING btree ("due_at") WHERE "factor_removals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "factor_removals_over" ON "factor_removals" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "entitlements_created_at" ON "entitlements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "entitlements_ends_at" ON "entitlements" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "entitlements_kind" ON "entitlements" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "entitlements_source" ON "entitlements" USING btree ("source","created_at","id");--> statement-breakpoint
CREATE INDEX "entitlements_suspended" ON "entitlements" USING btree ("created_at","id") WHERE "entitlements"."suspended_at" is not null and "entitlements"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "entitlements_revoked" ON "entitlements" USING btree ("created_at","id") WHERE "entitlements"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "entitlements_lab" ON "entitlements" USING btree ("lab_id","created_at","id");--> statement-breakpoint
CREATE INDEX "entitlements_exam" ON "entitlements" USING btree ("exam_id","created_at","id");