DROP INDEX "orders_state";--> statement-breakpoint
DROP INDEX "orders_created_at";--> statement-breakpoint
DROP INDEX "orders_paid_at";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
CREATE INDEX "orders_provider" ON "orders" USING btree ("provider","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (search_fold("number" || ' ' || "title" || ' ' || coalesce("billing" ->> 'company', '')) gin_trgm_ops);