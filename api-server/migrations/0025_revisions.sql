CREATE TABLE "content_draft_parts" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"part" text NOT NULL,
	"document" jsonb NOT NULL,
	"version" bigint NOT NULL,
	"based_on" bigint,
	CONSTRAINT "content_draft_parts_kind_item_id_part_pk" PRIMARY KEY("kind","item_id","part")
);
--> statement-breakpoint
CREATE TABLE "content_drafts" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" uuid,
	"publish_at" timestamp with time zone,
	"publish_by" uuid,
	"publish_refused" text,
	CONSTRAINT "content_drafts_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
CREATE TABLE "content_revision_parts" (
	"revision_id" uuid NOT NULL,
	"part" text NOT NULL,
	"title" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "content_revision_parts_revision_id_part_pk" PRIMARY KEY("revision_id","part")
);
--> statement-breakpoint
CREATE TABLE "content_revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"source" text NOT NULL,
	"takes_back" integer,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" uuid,
	"taken_back_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "entitlements_course";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_priced" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content_revision_parts" ADD CONSTRAINT "content_revision_parts_revision_id_content_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."content_revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_drafts_due" ON "content_drafts" USING btree ("publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_revisions_number" ON "content_revisions" USING btree ("kind","item_id","number");--> statement-breakpoint
CREATE INDEX "entitlements_course" ON "entitlements" USING btree ("course_id","created_at","id");