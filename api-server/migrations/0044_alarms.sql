CREATE TABLE "alarm_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alarm_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alarm_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"user_id" uuid,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "alarm_roster" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"from_hour" integer NOT NULL,
	"until_hour" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"pool_low" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alarm_settings_one" CHECK ("alarm_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"level" text NOT NULL,
	"rank" smallint GENERATED ALWAYS AS (case level when 'urgent' then 3 when 'warning' then 2 else 1 end) STORED NOT NULL,
	"sentence" text NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"owner_id" uuid,
	"taken_at" timestamp with time zone,
	"muted_until" timestamp with time zone,
	"mute_reason" text,
	"muted_by" uuid,
	"mute_stays" boolean DEFAULT false NOT NULL,
	"tell_at" timestamp with time zone DEFAULT now(),
	"told_at" timestamp with time zone,
	"is_told" boolean DEFAULT false NOT NULL,
	"told_count" integer DEFAULT 0 NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"call_at" timestamp with time zone,
	"called" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"end_untold" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_events" ADD CONSTRAINT "alarm_events_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_events" ADD CONSTRAINT "alarm_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_roster" ADD CONSTRAINT "alarm_roster_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_muted_by_users_id_fk" FOREIGN KEY ("muted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarm_deliveries_waiting" ON "alarm_deliveries" USING btree ("next_at") WHERE "alarm_deliveries"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "alarm_deliveries_created_at" ON "alarm_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alarm_deliveries_sent_at" ON "alarm_deliveries" USING btree ("sent_at") WHERE "alarm_deliveries"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "alarm_deliveries_trouble" ON "alarm_deliveries" USING btree ("created_at") WHERE "alarm_deliveries"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "alarm_events_alarm" ON "alarm_events" USING btree ("alarm_id","id");--> statement-breakpoint
CREATE INDEX "alarm_roster_position" ON "alarm_roster" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open" ON "alarms" USING btree ("kind","subject") WHERE "alarms"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_opened_at" ON "alarms" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_level" ON "alarms" USING btree ("rank","opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_by_level" ON "alarms" USING btree ("level","opened_at","id");--> statement-breakpoint
CREATE INDEX "alarms_kind" ON "alarms" USING btree ("kind","subject","opened_at");--> statement-breakpoint
CREATE INDEX "alarms_owner" ON "alarms" USING btree ("owner_id","opened_at","id") WHERE "alarms"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "alarms_muted" ON "alarms" USING btree ("muted_until","id") WHERE "alarms"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_open_since" ON "alarms" USING btree ("opened_at","id") WHERE "alarms"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alarms_ended" ON "alarms" USING btree ("ended_at","id") WHERE "alarms"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "alarms_to_tell" ON "alarms" USING btree ("tell_at") WHERE "alarms"."tell_at" is not null;--> statement-breakpoint
CREATE INDEX "alarms_to_call" ON "alarms" USING btree ("call_at") WHERE "alarms"."call_at" is not null;--> statement-breakpoint
CREATE INDEX "alarms_end_untold" ON "alarms" USING btree ("ended_at") WHERE "alarms"."end_untold";