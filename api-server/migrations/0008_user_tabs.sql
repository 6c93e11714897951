DROP INDEX "sessions_user";--> statement-breakpoint
CREATE INDEX "lesson_progress_completed" ON "lesson_progress" USING btree ("user_id","completed_at");--> statement-breakpoint
CREATE INDEX "exam_attempts_user_created" ON "exam_attempts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "flag_solves_user" ON "flag_solves" USING btree ("user_id","solved_at");--> statement-breakpoint
CREATE INDEX "entitlements_user_created" ON "entitlements" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");