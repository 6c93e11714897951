CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"commit" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"event_loop_delay_ms" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "processes_beat_at" ON "processes" USING btree ("beat_at");