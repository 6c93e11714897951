CREATE SCHEMA "terraform";
--> statement-breakpoint
CREATE TABLE "cloud_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text NOT NULL,
	"account_id" text NOT NULL,
	"lab" text NOT NULL,
	"module" text NOT NULL,
	"module_version" text NOT NULL,
	"program" text NOT NULL,
	"removed" jsonb NOT NULL,
	"residue" jsonb NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terraform"."environments" (
	"deployment_id" uuid PRIMARY KEY NOT NULL,
	"cloud" text NOT NULL,
	"account_id" text NOT NULL,
	"module" text NOT NULL,
	"module_version" text NOT NULL,
	"module_digest" text NOT NULL,
	"phase" text DEFAULT 'planning' NOT NULL,
	"inputs_sealed" text NOT NULL,
	"run_token" uuid,
	"heartbeat_at" timestamp with time zone,
	"state_lock" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terraform"."states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"deployment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sealed" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "terraform"."states" ADD CONSTRAINT "states_deployment_id_environments_deployment_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "terraform"."environments"("deployment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cloud_proofs_cloud" ON "cloud_proofs" USING btree ("cloud","at");--> statement-breakpoint
CREATE INDEX "environments_account" ON "terraform"."environments" USING btree ("cloud","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "states_number" ON "terraform"."states" USING btree ("deployment_id","number");