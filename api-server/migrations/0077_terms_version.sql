ALTER TABLE "users" ADD COLUMN "terms_version" text;--> statement-breakpoint
UPDATE "users" SET "terms_version" = '2026-11-01' WHERE "terms_accepted_at" >= '2026-11-01T00:00:00Z';
