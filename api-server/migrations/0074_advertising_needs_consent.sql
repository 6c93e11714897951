ALTER TABLE "users" ALTER COLUMN "email_preferences" SET DEFAULT '{"product":false,"reminders":true,"feedback":false}'::jsonb;--> statement-breakpoint
-- Accounts that still have the former default, where nobody knows whether they agreed (docs/decisions/0106).
UPDATE "users" SET "email_preferences" = '{"product":false,"reminders":true,"feedback":false}'::jsonb
  WHERE "email_preferences" = '{"product":true,"reminders":true,"feedback":true}'::jsonb;
