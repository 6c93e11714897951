CREATE TABLE "address_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "address_requests_hash" ON "address_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_requests_email" ON "address_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "outbox_recipient" ON "outbox" USING btree (lower("recipient"),"created_at");