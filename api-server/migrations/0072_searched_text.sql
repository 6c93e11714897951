-- Folding the text anew took most of the time of a search that looks at many rows (docs/decisions/0089). Both tables are written once: half a minute
-- for a million rows.
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "vouchers_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "searched" text GENERATED ALWAYS AS (search_fold(username || ' ' || email || ' ' || full_name || ' ' || coalesce(company, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "searched" text GENERATED ALWAYS AS (search_fold(right(code, 6) || ' ' || coalesce(recipient, '') || ' ' || coalesce(organisation, '') || ' ' || note)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vouchers_search" ON "vouchers" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
-- Without figures of the new columns Postgres reads the index for everything that is searched, and takes twice as long. An empty table keeps none: it
-- would be planned for as if it stayed empty.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "users") THEN ANALYZE "users"; END IF;
  IF EXISTS (SELECT FROM "vouchers") THEN ANALYZE "vouchers"; END IF;
END $$;