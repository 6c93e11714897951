-- Names that browsers reported at sign-up and that no zone has; the offset forms do not say when clocks change.
UPDATE "users" SET "time_zone" = 'UTC' WHERE "time_zone" <> 'UTC' AND "time_zone" NOT IN (SELECT "name" FROM pg_timezone_names);--> statement-breakpoint
UPDATE "users" SET "country" = NULL WHERE "country" IN ('XX', 'ZZ', 'AA') OR "country" !~ '^[A-Z]{2}$';
