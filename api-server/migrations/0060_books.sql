CREATE TABLE "months" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_by" uuid,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "booked_month" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "booked_month" text;--> statement-breakpoint
CREATE INDEX "orders_unbooked" ON "orders" USING btree ("paid_at") WHERE "orders"."booked_month" is null and "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_booked" ON "orders" USING btree ("booked_month") WHERE "orders"."booked_month" is not null;--> statement-breakpoint
CREATE INDEX "refunds_unbooked" ON "refunds" USING btree ("created_at") WHERE "refunds"."booked_month" is null;--> statement-breakpoint
CREATE INDEX "refunds_booked" ON "refunds" USING btree ("booked_month") WHERE "refunds"."booked_month" is not null;