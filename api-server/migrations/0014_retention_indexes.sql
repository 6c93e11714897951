CREATE INDEX "cloud_account_transitions_at" ON "cloud_account_transitions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "nuke_receipts_at" ON "nuke_receipts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deployment_events_at" ON "deployment_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deployments_with_outputs" ON "deployments" USING btree ("ended_at") WHERE "deployments"."state" = 'ended' and ("deployments"."stages" @? '$[*].log[0]' or "deployments"."outputs" <> '{}'::jsonb or "deployments"."console_url" is not null or "deployments"."credentials_sealed" is not null);--> statement-breakpoint
CREATE INDEX "flag_tries_time" ON "flag_tries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_with_text" ON "outbox" USING btree ("created_at") WHERE "outbox"."text" <> '';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."paid_at" is null and ("orders"."state" in ('draft', 'awaiting_payment') or "orders"."billing" is not null or "orders"."recipients" <> '[]'::jsonb);--> statement-breakpoint
CREATE INDEX "orders_recipients" ON "orders" USING btree ("paid_at") WHERE "orders"."recipients" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "factors_unconfirmed" ON "factors" USING btree ("created_at") WHERE "factors"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "mail_tokens_over" ON "mail_tokens" USING btree (least("used_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "sessions_over" ON "sessions" USING btree (least("ended_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "vouchers_with_recipient" ON "vouchers" USING btree ("created_at") WHERE "vouchers"."recipient" is not null;