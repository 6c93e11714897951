CREATE INDEX "bundles_price" ON "bundles" USING btree ("price_amount","slug");--> statement-breakpoint
CREATE INDEX "courses_price" ON "courses" USING btree ("price_amount","slug");--> statement-breakpoint
CREATE INDEX "exams_price" ON "exams" USING btree ("price_amount","slug");