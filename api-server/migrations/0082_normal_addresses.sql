-- Addresses of before there was one normalisation, by the rule of `normalizeEmail` as far as SQL knows it: international domains have no ASCII form here,
-- lower case is what the database's locale knows, and no version has stored an address in other letters.
CREATE FUNCTION "normal_email"("written" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN split_part(composed, '@', 1) ~ '[^ -~]' THEN normalize(lower(composed), NFC) ELSE composed END
  FROM (SELECT normalize(btrim("written", E' \t\n\r'), NFC) AS composed) AS one
$$;
--> statement-breakpoint
UPDATE "users" AS mine SET "email" = normal_email("email")
WHERE "email" ~ '[^!-~]' AND ("activated_at" IS NULL OR NOT EXISTS (
  SELECT 1 FROM "users" AS other WHERE other."id" <> mine."id" AND other."activated_at" IS NOT NULL
  AND lower(normal_email(other."email")) = lower(normal_email(mine."email"))));
--> statement-breakpoint
UPDATE "organisation_invitations" AS mine SET "email" = normal_email("email")
WHERE "email" ~ '[^!-~]' AND ("ended_at" IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM "organisation_invitations" AS other WHERE other."id" <> mine."id" AND other."ended_at" IS NULL
  AND other."organisation_id" = mine."organisation_id" AND lower(normal_email(other."email")) = lower(normal_email(mine."email"))));
--> statement-breakpoint
UPDATE "vouchers" SET "recipient" = normal_email("recipient") WHERE "recipient" ~ '[^!-~]';
--> statement-breakpoint
UPDATE "outbox" SET "recipient" = normal_email("recipient") WHERE "recipient" ~ '[^!-~]';
--> statement-breakpoint
UPDATE "organisations" SET "invoice_email" = normal_email("invoice_email") WHERE "invoice_email" ~ '[^!-~]';
--> statement-breakpoint
UPDATE "address_requests" SET "email" = normal_email("email") WHERE "email" ~ '[^!-~]';
--> statement-breakpoint
UPDATE "mail_tokens" SET "data" = jsonb_set("data", '{email}', to_jsonb(normal_email("data" ->> 'email'))) WHERE "data" ->> 'email' ~ '[^!-~]';
--> statement-breakpoint
UPDATE "orders" SET "recipients" = (
  SELECT jsonb_agg(normal_email("one") ORDER BY "place") FROM jsonb_array_elements_text("recipients") WITH ORDINALITY AS each ("one", "place"))
WHERE EXISTS (SELECT 1 FROM jsonb_array_elements_text("recipients") AS each ("one") WHERE "one" ~ '[^!-~]');
--> statement-breakpoint
DROP FUNCTION "normal_email";
