CREATE INDEX "banners_position" ON "banners" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "banners_updated_at" ON "banners" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "banners_shows_from" ON "banners" USING btree ("shows_from");--> statement-breakpoint
CREATE INDEX "banners_shows_until" ON "banners" USING btree ("shows_until");