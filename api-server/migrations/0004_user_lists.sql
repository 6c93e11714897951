DROP INDEX "users_last_seen_at";--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("disabled_at") WHERE "users"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "users_last_seen_at" ON "users" USING btree ("last_seen_at" DESC NULLS LAST,"id" DESC NULLS LAST);