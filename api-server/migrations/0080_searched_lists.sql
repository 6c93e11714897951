CREATE INDEX "alarms_search" ON "alarms" USING gin (search_fold("sentence" || ' ' || "subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "certificate_corrections_search" ON "certificate_corrections" USING gin (search_fold("name" || ' ' || "printed") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bulk_jobs_search" ON "bulk_jobs" USING gin (search_fold("actor" || ' ' || coalesce("reason", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_events_search" ON "payment_events" USING gin (search_fold("event_id" || ' ' || coalesce("payment", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payouts_search" ON "payouts" USING gin (search_fold("number") gin_trgm_ops);