-- As those of 0072.
DROP INDEX "orders_search";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "searched" text GENERATED ALWAYS AS (search_fold(number || ' ' || title || ' ' || coalesce(billing ->> 'company', ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
DO $$ BEGIN
  IF EXISTS (SELECT FROM "orders") THEN ANALYZE "orders"; END IF;
END $$;