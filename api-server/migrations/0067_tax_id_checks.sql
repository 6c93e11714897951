ALTER TABLE "organisations" ADD COLUMN "tax_id_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "tax_id_checked_by" uuid;--> statement-breakpoint
ALTER TABLE "organisations" ADD CONSTRAINT "organisations_tax_id_checked_by_users_id_fk" FOREIGN KEY ("tax_id_checked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;