DROP INDEX "cloud_accounts_name";--> statement-breakpoint
DROP INDEX "cloud_accounts_last_nuked";--> statement-breakpoint
CREATE INDEX "cloud_accounts_since" ON "cloud_accounts" USING btree ("cloud","status_since","account_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_failures" ON "cloud_accounts" USING btree ("cloud","nuke_failures","account_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_search" ON "cloud_accounts" USING gin (lower("name" || ' ' || "account_id" || ' ' || "notes") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "cloud_accounts_name" ON "cloud_accounts" USING btree ("cloud","name","account_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_last_nuked" ON "cloud_accounts" USING btree ("cloud","last_nuked_at","account_id");