CREATE TABLE "sellers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"oss_registered" boolean DEFAULT false NOT NULL,
	"time_zone" text NOT NULL,
	"valid_from" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"rate" integer NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "corrects" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "issued_on" date DEFAULT current_date NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_accepted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "sellers_version" ON "sellers" USING btree ("version");--> statement-breakpoint
CREATE INDEX "sellers_from" ON "sellers" USING btree ("valid_from","version");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_day" ON "tax_rates" USING btree ("country","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_open" ON "tax_rates" USING btree ("country") WHERE "tax_rates"."valid_until" is null;--> statement-breakpoint
CREATE INDEX "tax_rates_country" ON "tax_rates" USING btree ("country","id");--> statement-breakpoint
CREATE INDEX "tax_rates_from" ON "tax_rates" USING btree ("valid_from","id");--> statement-breakpoint
CREATE INDEX "tax_rates_rate" ON "tax_rates" USING btree ("rate","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_invoices_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_refund" ON "invoices" USING btree ("refund_id");--> statement-breakpoint
-- An invoice or credit note stays as it was sent: what is wrong with it is put right by another document.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'Invoices stay as they were issued: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger invoice_rows_stay before update or delete on invoices for each row execute function keep_invoice();
--> statement-breakpoint
create trigger invoices_stay before truncate on invoices for each statement execute function keep_invoice();
--> statement-breakpoint
-- Standard rates of the European Union. The last of them to change was Romania's, on 1 August 2025; finance keeps them from here on.
insert into tax_rates (country, rate, valid_from) values
  ('AT', 2000, '2025-08-01'), ('BE', 2100, '2025-08-01'), ('BG', 2000, '2025-08-01'), ('CY', 1900, '2025-08-01'),
  ('CZ', 2100, '2025-08-01'), ('DE', 1900, '2025-08-01'), ('DK', 2500, '2025-08-01'), ('EE', 2400, '2025-08-01'),
  ('ES', 2100, '2025-08-01'), ('FI', 2550, '2025-08-01'), ('FR', 2000, '2025-08-01'), ('GR', 2400, '2025-08-01'),
  ('HR', 2500, '2025-08-01'), ('HU', 2700, '2025-08-01'), ('IE', 2300, '2025-08-01'), ('IT', 2200, '2025-08-01'),
  ('LT', 2100, '2025-08-01'), ('LU', 1700, '2025-08-01'), ('LV', 2100, '2025-08-01'), ('MT', 1800, '2025-08-01'),
  ('NL', 2100, '2025-08-01'), ('PL', 2300, '2025-08-01'), ('PT', 2300, '2025-08-01'), ('RO', 2100, '2025-08-01'),
  ('SE', 2500, '2025-08-01'), ('SI', 2200, '2025-08-01'), ('SK', 2300, '2025-08-01');
