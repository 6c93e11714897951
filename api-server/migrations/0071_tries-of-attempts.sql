DROP INDEX "flag_tries_at";--> statement-breakpoint
CREATE INDEX "flag_tries_attempt" ON "flag_tries" USING btree ("attempt_id") WHERE "flag_tries"."attempt_id" is not null;