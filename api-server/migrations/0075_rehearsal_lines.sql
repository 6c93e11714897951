ALTER TABLE "rehearsals" ADD COLUMN "lines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;