CREATE TABLE "region_outages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text NOT NULL,
	"region" text NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" uuid,
	"ended_at" timestamp with time zone,
	"ended_by" uuid
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"reservation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_members_reservation_id_user_id_pk" PRIMARY KEY("reservation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "group_reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"cloud" text NOT NULL,
	"accounts" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "group_reservations_span_order" CHECK ("group_reservations"."from_at" < "group_reservations"."until_at"),
	CONSTRAINT "group_reservations_accounts" CHECK ("group_reservations"."accounts" > 0)
);
--> statement-breakpoint
CREATE TABLE "pool_drifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"cloud" text NOT NULL,
	"cloud_account_id" uuid,
	"deployment_id" uuid,
	"detail" text NOT NULL,
	"done" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "cloud_accounts" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "region_outages" ADD CONSTRAINT "region_outages_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "region_outages" ADD CONSTRAINT "region_outages_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_reservation_id_group_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."group_reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_reservations" ADD CONSTRAINT "group_reservations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pool_drifts" ADD CONSTRAINT "pool_drifts_cloud_account_id_cloud_accounts_id_fk" FOREIGN KEY ("cloud_account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "region_outages_open" ON "region_outages" USING btree ("cloud","region") WHERE "region_outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "region_outages_started" ON "region_outages" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "region_outages_started_by" ON "region_outages" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "region_outages_ended_by" ON "region_outages" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "group_reservations_span" ON "group_reservations" USING btree ("cloud","until_at") WHERE "group_reservations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "group_reservations_from" ON "group_reservations" USING btree ("from_at","id");--> statement-breakpoint
CREATE INDEX "group_reservations_created_by" ON "group_reservations" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "pool_drifts_at" ON "pool_drifts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "pool_drifts_account" ON "pool_drifts" USING btree ("cloud_account_id","at");--> statement-breakpoint
-- Accounts that nobody has been in since they were found empty keep what shows it. Any other is looked into before it is leased.
UPDATE "cloud_accounts" a SET "receipt_id" = (SELECT r."id" FROM "nuke_receipts" r WHERE r."cloud_account_id" = a."id" ORDER BY r."at" DESC LIMIT 1)
WHERE (a."status" = 'Available' OR (a."status" = 'Locked' AND NOT a."used_contents"))
  AND (SELECT jsonb_array_length(r."left") = 0 AND r."pass" = 2 FROM "nuke_receipts" r WHERE r."cloud_account_id" = a."id" ORDER BY r."at" DESC LIMIT 1);
