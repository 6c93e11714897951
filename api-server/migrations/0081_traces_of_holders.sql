CREATE TABLE "simulated"."history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text NOT NULL,
	"account_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nuke_receipts" ADD COLUMN "traces" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "history_name" ON "simulated"."history" USING btree ("cloud","account_id","type","name");--> statement-breakpoint
CREATE INDEX "history_newest" ON "simulated"."history" USING btree ("cloud","account_id","at");--> statement-breakpoint
CREATE INDEX "history_at" ON "simulated"."history" USING btree ("at");