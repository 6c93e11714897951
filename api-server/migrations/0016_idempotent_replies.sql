-- Kept replies could hold credentials in the clear, and are worth nothing after a day.
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "reply_sealed" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "body";--> statement-breakpoint
-- What was mailed long ago need not be read again: links and codes stood in it.
UPDATE "outbox" SET "text" = '', "html" = '', "attachments" = '[]' WHERE "state" = 'sent' AND NOT EXISTS (SELECT 1 FROM "settings" WHERE "key" = 'demo');
