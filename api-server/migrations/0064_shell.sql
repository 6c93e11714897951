CREATE TABLE "defense_answers" (
	"user_id" uuid NOT NULL,
	"lab_id" uuid NOT NULL,
	"line_id" text NOT NULL,
	"rule" integer NOT NULL,
	"line_right" boolean NOT NULL,
	"rule_right" boolean NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "defense_answers_user_id_lab_id_pk" PRIMARY KEY("user_id","lab_id")
);
--> statement-breakpoint
CREATE TABLE "missing_commands" (
	"lab_id" uuid NOT NULL,
	"command" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missing_commands_lab_id_command_pk" PRIMARY KEY("lab_id","command")
);
--> statement-breakpoint
CREATE TABLE "rehearsals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_hash" text NOT NULL,
	"user_id" uuid,
	"lab_id" uuid NOT NULL,
	"network" text NOT NULL,
	"resources" jsonb NOT NULL,
	"state" jsonb NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"solved" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shell_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"deployment_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"line_id" text NOT NULL,
	"identity" text NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"source_ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"error" text,
	"record" text NOT NULL,
	"kept" boolean NOT NULL,
	"event" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shells" (
	"deployment_id" uuid PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "defense" jsonb;--> statement-breakpoint
ALTER TABLE "defense_answers" ADD CONSTRAINT "defense_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "defense_answers" ADD CONSTRAINT "defense_answers_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missing_commands" ADD CONSTRAINT "missing_commands_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shell_log" ADD CONSTRAINT "shell_log_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shells" ADD CONSTRAINT "shells_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "defense_answers_lab" ON "defense_answers" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "missing_commands_count" ON "missing_commands" USING btree ("lab_id","count");--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsals_key" ON "rehearsals" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "rehearsals_ends_at" ON "rehearsals" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "rehearsals_network" ON "rehearsals" USING btree ("network");--> statement-breakpoint
CREATE INDEX "rehearsals_user" ON "rehearsals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rehearsals_lab" ON "rehearsals" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "shell_log_deployment" ON "shell_log" USING btree ("deployment_id","id");