CREATE TABLE "organisation_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"accepted_by" uuid
);
--> statement-breakpoint
CREATE TABLE "organisation_managers" (
	"organisation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisation_managers_organisation_id_user_id_pk" PRIMARY KEY("organisation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"country" text,
	"tax_id" text,
	"address" text,
	"reference" text,
	"invoice_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organisations_kind_form" CHECK ("organisations"."kind" in ('business', 'public'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "organisation_invitations" ADD CONSTRAINT "organisation_invitations_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_invitations" ADD CONSTRAINT "organisation_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_invitations" ADD CONSTRAINT "organisation_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_managers" ADD CONSTRAINT "organisation_managers_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_managers" ADD CONSTRAINT "organisation_managers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_invitations_hash" ON "organisation_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_invitations_open" ON "organisation_invitations" USING btree ("organisation_id",lower("email")) WHERE "organisation_invitations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "organisation_invitations_email" ON "organisation_invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "organisation_invitations_invited_by" ON "organisation_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "organisation_invitations_accepted_by" ON "organisation_invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "organisation_invitations_over" ON "organisation_invitations" USING btree (least("ended_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "organisation_managers_user" ON "organisation_managers" USING btree ("user_id","joined_at","organisation_id");--> statement-breakpoint
CREATE INDEX "organisations_name" ON "organisations" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "organisations_created_at" ON "organisations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "organisations_country" ON "organisations" USING btree ("country","created_at","id");--> statement-breakpoint
CREATE INDEX "organisations_kind" ON "organisations" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "organisations_invoice_email" ON "organisations" USING btree (lower("invoice_email"));--> statement-breakpoint
CREATE INDEX "organisations_search" ON "organisations" USING gin (search_fold("name" || ' ' || coalesce("tax_id", '') || ' ' || coalesce("invoice_email", '')) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_organisation" ON "orders" USING btree ("organisation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_organisation_id" ON "vouchers" USING btree ("organisation_id","created_at","id");