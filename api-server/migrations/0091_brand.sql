CREATE TABLE "brand" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"mail_sender_name" text,
	"support_address" text,
	"accent_light" text,
	"accent_dark" text,
	"social_links" text[] NOT NULL,
	"powered_by_shown" boolean NOT NULL,
	"pictures" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "brand_one" CHECK ("brand"."id" = 1)
);
