CREATE TABLE "content_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prune" boolean NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"report" jsonb,
	"fingerprint" text,
	"moved" boolean DEFAULT false NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_id_uploads_id_fk" FOREIGN KEY ("id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;