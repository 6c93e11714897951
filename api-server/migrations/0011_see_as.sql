ALTER TABLE "sessions" ADD COLUMN "see_as_by" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_session" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "see_as_code_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_see_as_by_users_id_fk" FOREIGN KEY ("see_as_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_see_as_session_sessions_id_fk" FOREIGN KEY ("see_as_session") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_see_as_code" ON "sessions" USING btree ("see_as_code_hash");--> statement-breakpoint
CREATE INDEX "sessions_see_as_session" ON "sessions" USING btree ("see_as_session");--> statement-breakpoint
CREATE INDEX "sessions_see_as_by" ON "sessions" USING btree ("see_as_by");