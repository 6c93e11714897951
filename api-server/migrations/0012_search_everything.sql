CREATE INDEX "certificates_search" ON "certificates" USING gin (("id" || ' ' || lower("name") || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bundles_search" ON "bundles" USING gin (("slug" || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "banners_search" ON "banners" USING gin (lower("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ((lower("number") || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vouchers_code_prefix" ON "vouchers" USING btree ("code" text_pattern_ops);