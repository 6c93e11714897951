CREATE TABLE "months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_by" uuid,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_state";--> statement-breakpoint
DROP INDEX "orders_created_at";--> statement-breakpoint
DROP INDEX "orders_paid_at";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "booked_month" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "booked_month" text;--> statement-breakpoint
CREATE INDEX "orders_provider" ON "orders" USING btree ("provider","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_unbooked" ON "orders" USING btree ("paid_at") WHERE "orders"."booked_month" is null and "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_booked" ON "orders" USING btree ("booked_month") WHERE "orders"."booked_month" is not null;--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "refunds_unbooked" ON "refunds" USING btree ("created_at") WHERE "refunds"."booked_month" is null;--> statement-breakpoint
CREATE INDEX "refunds_booked" ON "refunds" USING btree ("booked_month") WHERE "refunds"."booked_month" is not null;--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (search_fold("number" || ' ' || "title" || ' ' || coalesce("billing" ->> 'company', '')) gin_trgm_ops);