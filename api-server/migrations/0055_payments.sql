CREATE TABLE "payout_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payout_id" uuid NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"net" integer NOT NULL,
	"payment" text,
	"order_id" uuid,
	"happened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"number" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"state" text NOT NULL,
	"arrives_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"lines_amount" integer,
	"unmatched" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"received_on" date NOT NULL,
	"reference" text NOT NULL,
	"undoes" uuid,
	"reason" text,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "payment_events_order";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "provider_payment" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "payment" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "amount" integer;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "outcome" text DEFAULT 'applied' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "happened_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_undoes_transfers_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_lines_number" ON "payout_lines" USING btree ("payout_id","number");--> statement-breakpoint
CREATE INDEX "payout_lines_payout" ON "payout_lines" USING btree ("payout_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "payout_lines_order" ON "payout_lines" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_number" ON "payouts" USING btree ("provider","number");--> statement-breakpoint
CREATE INDEX "payouts_arrives_at" ON "payouts" USING btree ("arrives_at","id");--> statement-breakpoint
CREATE INDEX "payouts_unmatched" ON "payouts" USING btree ("arrives_at","id") WHERE "payouts"."unmatched" > 0;--> statement-breakpoint
CREATE INDEX "payouts_unread" ON "payouts" USING btree ("created_at") WHERE "payouts"."read_at" is null;--> statement-breakpoint
CREATE INDEX "transfers_order" ON "transfers" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_undoes" ON "transfers" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "orders_payment" ON "orders" USING btree ("provider","provider_payment");--> statement-breakpoint
CREATE INDEX "orders_expiring" ON "orders" USING btree ("expires_at") WHERE "orders"."state" in ('draft', 'awaiting_payment');--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at") WHERE "orders"."state" = 'awaiting_payment' and "orders"."reminders" < 3;--> statement-breakpoint
CREATE INDEX "payment_events_id" ON "payment_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_kind" ON "payment_events" USING btree ("kind","received_at","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_provider" ON "payment_events" USING btree ("provider","received_at","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_dispute" ON "payment_events" USING btree (("facts" ->> 'dispute_id')) WHERE "payment_events"."facts" ? 'dispute_id';--> statement-breakpoint
CREATE INDEX "payment_events_unmatched" ON "payment_events" USING btree ("received_at","event_id") WHERE "payment_events"."outcome" in ('waiting', 'unmatched', 'refused');--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("happened_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id","received_at","event_id");