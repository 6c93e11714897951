DROP INDEX "deployments_one_of_a_lab";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "test" jsonb;--> statement-breakpoint
CREATE INDEX "bundles_status" ON "bundles" USING btree ("status","slug");--> statement-breakpoint
CREATE INDEX "bundles_title" ON "bundles" USING btree ("title","slug");--> statement-breakpoint
CREATE INDEX "bundles_updated_at" ON "bundles" USING btree ("updated_at","slug");--> statement-breakpoint
CREATE INDEX "deployments_tests" ON "deployments" USING btree ("lab_id","user_id","created_at") WHERE "deployments"."test" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deployments_one_of_a_lab" ON "deployments" USING btree ("user_id","lab_id",("test" is not null)) WHERE "deployments"."state" in ('queued', 'held', 'provisioning', 'running') and "deployments"."attempt_id" is null;