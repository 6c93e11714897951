DROP INDEX "sessions_user";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_session" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_code_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_see_as_by_users_id_fk" FOREIGN KEY ("see_as_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_see_as_session_sessions_id_fk" FOREIGN KEY ("see_as_session") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_search" ON "certificates" USING gin (("id" || ' ' || lower("name") || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bundles_search" ON "bundles" USING gin (("slug" || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lesson_progress_completed" ON "lesson_progress" USING btree ("user_id","completed_at");--> statement-breakpoint
CREATE INDEX "exam_attempts_user_created" ON "exam_attempts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "flag_solves_user" ON "flag_solves" USING btree ("user_id","solved_at");--> statement-breakpoint
CREATE INDEX "audit_subject_id" ON "audit" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "banners_position" ON "banners" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "banners_updated_at" ON "banners" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "banners_shows_from" ON "banners" USING btree ("shows_from");--> statement-breakpoint
CREATE INDEX "banners_shows_until" ON "banners" USING btree ("shows_until");--> statement-breakpoint
CREATE INDEX "banners_search" ON "banners" USING gin (lower("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ((lower("number") || ' ' || lower("title")) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_see_as_code" ON "sessions" USING btree ("see_as_code_hash");--> statement-breakpoint
CREATE INDEX "sessions_see_as_session" ON "sessions" USING btree ("see_as_session");--> statement-breakpoint
CREATE INDEX "sessions_see_as_by" ON "sessions" USING btree ("see_as_by");--> statement-breakpoint
CREATE INDEX "entitlements_user_created" ON "entitlements" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "vouchers_code_prefix" ON "vouchers" USING btree ("code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");