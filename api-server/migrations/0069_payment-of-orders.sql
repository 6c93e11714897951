DROP INDEX "orders_payment";--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("provider_payment","provider");