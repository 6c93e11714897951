CREATE INDEX "flag_alerts_user" ON "flag_alerts" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "flag_alerts_owner" ON "flag_alerts" USING btree ("owner_id","at");--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("user_id","created_at","id") WHERE "outbox"."state" in ('failed', 'bounced');--> statement-breakpoint
CREATE INDEX "orders_disputed" ON "orders" USING btree ("user_id","created_at","id") WHERE "orders"."state" = 'disputed';