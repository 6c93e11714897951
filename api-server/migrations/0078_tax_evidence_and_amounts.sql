ALTER TABLE "payment_events" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "fee" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payout_lines" ALTER COLUMN "net" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "lines_amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_evidence" jsonb;--> statement-breakpoint
CREATE INDEX "orders_contradicted" ON "orders" USING btree ("paid_at") WHERE "orders"."tax_evidence" @> '{"agrees": false}';