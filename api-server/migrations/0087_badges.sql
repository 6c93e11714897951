CREATE TABLE "badge_positions" (
	"list" integer NOT NULL,
	"position" integer NOT NULL,
	"certificate_id" text NOT NULL,
	"name_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "badge_positions_list_position_pk" PRIMARY KEY("list","position")
);
--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "badge_positions" ADD CONSTRAINT "badge_positions_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "badge_positions_badge" ON "badge_positions" USING btree ("certificate_id","name_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_active" ON "signing_keys" USING btree ("origin") WHERE "signing_keys"."retired_at" is null;