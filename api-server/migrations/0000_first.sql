CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SCHEMA "simulated";
--> statement-breakpoint
CREATE TABLE "certificate_versions" (
	"certificate_id" text NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" text,
	"actor_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_versions_certificate_id_version_pk" PRIMARY KEY("certificate_id","version")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"course_id" uuid,
	"exam_id" uuid,
	"type" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"company" text,
	"points" integer,
	"hours" double precision,
	"outcomes" text[] DEFAULT '{}'::text[] NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"algorithm" text NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cloud_account_transitions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"cloud_account_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"deployment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "cloud_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"region" text NOT NULL,
	"credentials_sealed" text,
	"status" text DEFAULT 'Pending' NOT NULL,
	"lock_reason" text,
	"status_since" timestamp with time zone DEFAULT now() NOT NULL,
	"used_contents" boolean DEFAULT false NOT NULL,
	"deployment_id" uuid,
	"lease_token" uuid,
	"heartbeat_at" timestamp with time zone,
	"last_error" text,
	"last_nuked_at" timestamp with time zone,
	"nuke_failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"notes" text DEFAULT '' NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cloud_accounts_lock" CHECK (("cloud_accounts"."status" = 'Locked') = ("cloud_accounts"."lock_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "nuke_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud_account_id" uuid NOT NULL,
	"pass" integer NOT NULL,
	"removed" jsonb NOT NULL,
	"residue" jsonb NOT NULL,
	"left" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated"."faults" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text,
	"account_id" text,
	"step" text NOT NULL,
	"effect" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated"."resources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cloud" text NOT NULL,
	"account_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"baseline" boolean DEFAULT false NOT NULL,
	"deployment_id" uuid,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "beta_testers" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "beta_testers_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "bundle_courses" (
	"bundle_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "bundle_courses_bundle_id_course_id_pk" PRIMARY KEY("bundle_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text DEFAULT 'EUR' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_progress" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"last_lesson_id" uuid,
	"last_seen_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	CONSTRAINT "course_progress_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"level" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"clouds" text[] DEFAULT '{}'::text[] NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"outcomes" text[] DEFAULT '{}'::text[] NOT NULL,
	"prerequisites" text[] DEFAULT '{}'::text[] NOT NULL,
	"estimated_hours" double precision DEFAULT 0 NOT NULL,
	"instructors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text DEFAULT 'EUR' NOT NULL,
	"access_days" integer,
	"certificate_type" text,
	"certificate_months" integer,
	"feedback_form_id" uuid,
	"video_share" double precision DEFAULT 0.9 NOT NULL,
	"feedback_share" double precision DEFAULT 0.5 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"position_seconds" double precision DEFAULT 0 NOT NULL,
	"intervals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"completed_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_progress_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"free_preview" boolean DEFAULT false NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"video" text,
	"captions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"lab_id" uuid,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"position_seconds" double precision,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	"opens_after_id" uuid,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "watch_clocks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployment_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"deployment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"lab_id" uuid,
	"attempt_id" uuid,
	"course_id" uuid,
	"lesson_id" uuid,
	"cloud" text NOT NULL,
	"cloud_account_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"message" text,
	"module_version" text NOT NULL,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"console_url" text,
	"credentials_sealed" text,
	"credentials_revoked_at" timestamp with time zone,
	"lease_token" uuid,
	"heartbeat_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"cost_reset" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"present_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	"duration_seconds" integer NOT NULL,
	"extensions_used" integer DEFAULT 0 NOT NULL,
	"running_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"hard_deadline_at" timestamp with time zone,
	"warned_minutes" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"entitlement_id" uuid,
	"number" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'purchased' NOT NULL,
	"scheduled_at" timestamp with time zone,
	"time_zone" text,
	"reschedules_used" integer DEFAULT 0 NOT NULL,
	"resets_used" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"active_until" timestamp with time zone,
	"clock_stopped_at" timestamp with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"extra_points" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"counted" boolean DEFAULT true NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"available_from" timestamp with time zone,
	"capacity_from" timestamp with time zone,
	"capacity_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_ledger" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rules" text DEFAULT '' NOT NULL,
	"cloud" text NOT NULL,
	"price_amount" integer NOT NULL,
	"price_currency" text DEFAULT 'EUR' NOT NULL,
	"duration_minutes" integer NOT NULL,
	"passing_points" integer NOT NULL,
	"attempts" integer DEFAULT 2 NOT NULL,
	"cooldown_days" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reschedules" integer DEFAULT 2 NOT NULL,
	"reschedule_until_hours" integer DEFAULT 24 NOT NULL,
	"resets" integer DEFAULT 3 NOT NULL,
	"extension_ceiling_minutes" integer DEFAULT 120 NOT NULL,
	"course_id" uuid,
	"module" text NOT NULL,
	"module_version" text DEFAULT '1.0.0' NOT NULL,
	"module_stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"certificate_title" text,
	"certificate_months" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extra_points" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"url" text NOT NULL,
	"note" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_attempts" (
	"incident_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incident_attempts_incident_id_attempt_id_pk" PRIMARY KEY("incident_id","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"scope" jsonb NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"response_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"rating" integer,
	"choice" text,
	"choices" jsonb,
	"text" text,
	"score" integer
);
--> statement-breakpoint
CREATE TABLE "feedback_forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"anonymity_threshold" integer DEFAULT 3 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"choices" text[] DEFAULT '{}'::text[] NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "feedback_responses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"course_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"form_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flag_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"flag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"deployment_id" uuid,
	"owner_deployment_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text
);
--> statement-breakpoint
CREATE TABLE "flag_hints" (
	"flag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"cost" integer NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flag_hints_flag_id_user_id_pk" PRIMARY KEY("flag_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "flag_solves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"flag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"attempt_id" uuid,
	"deployment_id" uuid,
	"points" integer NOT NULL,
	"solved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flag_tries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"flag_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"attempt_id" uuid,
	"deployment_id" uuid,
	"value" text NOT NULL,
	"correct" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lab_id" uuid,
	"exam_id" uuid,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"question" text NOT NULL,
	"type" text NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"hint" text,
	"hint_cost" integer,
	"walkthrough" text,
	"secret" text,
	"archived_at" timestamp with time zone,
	CONSTRAINT "flags_owner" CHECK (("flags"."lab_id" is null) <> ("flags"."exam_id" is null))
);
--> statement-breakpoint
CREATE TABLE "lab_access" (
	"user_id" uuid NOT NULL,
	"lab_id" uuid NOT NULL,
	"first_deployed_at" timestamp with time zone,
	"access_ends_at" timestamp with time zone,
	"resets_used" integer DEFAULT 0 NOT NULL,
	"downloads_used" integer DEFAULT 0 NOT NULL,
	"download_limit" integer,
	"extra_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"extra_data_at" timestamp with time zone,
	CONSTRAINT "lab_access_user_id_lab_id_pk" PRIMARY KEY("user_id","lab_id")
);
--> statement-breakpoint
CREATE TABLE "labs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"difficulty" text NOT NULL,
	"cloud" text NOT NULL,
	"price_amount" integer,
	"price_currency" text DEFAULT 'EUR' NOT NULL,
	"module" text NOT NULL,
	"module_version" text DEFAULT '1.0.0' NOT NULL,
	"module_stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"duration_minutes" integer NOT NULL,
	"extensions" integer DEFAULT 0 NOT NULL,
	"extension_minutes" integer DEFAULT 30 NOT NULL,
	"resets" integer DEFAULT 0 NOT NULL,
	"access_days" integer DEFAULT 30 NOT NULL,
	"extra_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"downloads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"download_limit" integer DEFAULT 5 NOT NULL,
	"max_resources" integer DEFAULT 50 NOT NULL,
	"max_hourly_cost" integer,
	"walkthrough" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"health" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resource_prices" (
	"cloud" text NOT NULL,
	"type" text NOT NULL,
	"region" text DEFAULT '*' NOT NULL,
	"hourly_micros" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_prices_cloud_type_region_pk" PRIMARY KEY("cloud","type","region")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link" text,
	"content" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"shows_from" timestamp with time zone,
	"shows_until" timestamp with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"report" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"undo_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_operation_key_pk" PRIMARY KEY("account","operation","key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text,
	"user_id" uuid,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"message_id" text,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"series" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"total_amount" integer NOT NULL,
	"tax_amount" integer NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_before_dispute" text,
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"quantity" integer NOT NULL,
	"gift" boolean DEFAULT false NOT NULL,
	"recipients" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"billing" jsonb,
	"unit_amount" integer NOT NULL,
	"discount_amount" integer DEFAULT 0 NOT NULL,
	"tax_amount" integer DEFAULT 0 NOT NULL,
	"total_amount" integer NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'EUR' NOT NULL,
	"provider" text NOT NULL,
	"provider_session" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"fulfilled_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "payment_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"provider_id" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret_sealed" text,
	"last_step" integer,
	"credential_id" text,
	"public_key" text,
	"counter" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"due_at" timestamp with time zone,
	"file" text,
	"report" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"see_as" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"current_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp with time zone,
	"successor_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"full_name" text NOT NULL,
	"roles" text[] DEFAULT '{user}'::text[] NOT NULL,
	"capabilities" text[] DEFAULT '{}'::text[] NOT NULL,
	"activated_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"country" text,
	"company" text,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"referrer" text,
	"email_preferences" jsonb DEFAULT '{"product":true,"reminders":true,"feedback":true}'::jsonb NOT NULL,
	"accommodation" integer DEFAULT 0 NOT NULL,
	"terms_accepted_at" timestamp with time zone,
	"password_changed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone,
	"deletion_due_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_username_form" CHECK ("users"."username" ~ '^[a-z0-9_-]{3,32}$')
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"course_id" uuid,
	"lab_id" uuid,
	"exam_id" uuid,
	"source" text NOT NULL,
	"order_id" uuid,
	"voucher_id" uuid,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "entitlements_target" CHECK (num_nonnulls("entitlements"."course_id", "entitlements"."lab_id", "entitlements"."exam_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"course_id" uuid,
	"lab_id" uuid,
	"exam_id" uuid,
	"order_id" uuid,
	"seat" integer,
	"batch_id" uuid,
	"owner_id" uuid,
	"organisation" text,
	"recipient" text,
	"note" text DEFAULT '' NOT NULL,
	"uses" integer DEFAULT 1 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'available' NOT NULL,
	"expires_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vouchers_used" CHECK ("vouchers"."used" between 0 and "vouchers"."uses"),
	CONSTRAINT "vouchers_target" CHECK (num_nonnulls("vouchers"."course_id", "vouchers"."lab_id", "vouchers"."exam_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "certificate_versions" ADD CONSTRAINT "certificate_versions_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_account_transitions" ADD CONSTRAINT "cloud_account_transitions_cloud_account_id_cloud_accounts_id_fk" FOREIGN KEY ("cloud_account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_account_transitions" ADD CONSTRAINT "cloud_account_transitions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nuke_receipts" ADD CONSTRAINT "nuke_receipts_cloud_account_id_cloud_accounts_id_fk" FOREIGN KEY ("cloud_account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beta_testers" ADD CONSTRAINT "beta_testers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beta_testers" ADD CONSTRAINT "beta_testers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_courses" ADD CONSTRAINT "bundle_courses_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_courses" ADD CONSTRAINT "bundle_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_last_lesson_id_lessons_id_fk" FOREIGN KEY ("last_lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_opens_after_id_sections_id_fk" FOREIGN KEY ("opens_after_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_clocks" ADD CONSTRAINT "watch_clocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_cloud_account_id_cloud_accounts_id_fk" FOREIGN KEY ("cloud_account_id") REFERENCES "public"."cloud_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_ledger" ADD CONSTRAINT "exam_ledger_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extra_points" ADD CONSTRAINT "extra_points_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_attempts" ADD CONSTRAINT "incident_attempts_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_attempts" ADD CONSTRAINT "incident_attempts_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD CONSTRAINT "feedback_answers_response_id_feedback_responses_id_fk" FOREIGN KEY ("response_id") REFERENCES "public"."feedback_responses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD CONSTRAINT "feedback_answers_question_id_feedback_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."feedback_questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_questions" ADD CONSTRAINT "feedback_questions_form_id_feedback_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."feedback_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD CONSTRAINT "feedback_responses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD CONSTRAINT "feedback_responses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_responses" ADD CONSTRAINT "feedback_responses_form_id_feedback_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."feedback_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD CONSTRAINT "flag_alerts_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD CONSTRAINT "flag_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_alerts" ADD CONSTRAINT "flag_alerts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_hints" ADD CONSTRAINT "flag_hints_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_hints" ADD CONSTRAINT "flag_hints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_solves" ADD CONSTRAINT "flag_solves_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_solves" ADD CONSTRAINT "flag_solves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_solves" ADD CONSTRAINT "flag_solves_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_tries" ADD CONSTRAINT "flag_tries_flag_id_flags_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_tries" ADD CONSTRAINT "flag_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_tries" ADD CONSTRAINT "flag_tries_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_access" ADD CONSTRAINT "lab_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_access" ADD CONSTRAINT "lab_access_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("user_id","course_id","type") WHERE "certificates"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "certificates_issued_at" ON "certificates" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "certificates_name" ON "certificates" USING btree ("name");--> statement-breakpoint
CREATE INDEX "cloud_account_transitions_account" ON "cloud_account_transitions" USING btree ("cloud_account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cloud_accounts_account" ON "cloud_accounts" USING btree ("cloud","account_id") WHERE "cloud_accounts"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "cloud_accounts_status" ON "cloud_accounts" USING btree ("cloud","status","status_since");--> statement-breakpoint
CREATE INDEX "cloud_accounts_deployment" ON "cloud_accounts" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_name" ON "cloud_accounts" USING btree ("name");--> statement-breakpoint
CREATE INDEX "cloud_accounts_last_nuked" ON "cloud_accounts" USING btree ("last_nuked_at");--> statement-breakpoint
CREATE INDEX "nuke_receipts_account" ON "nuke_receipts" USING btree ("cloud_account_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "resources_name" ON "simulated"."resources" USING btree ("cloud","account_id","type","name");--> statement-breakpoint
CREATE INDEX "beta_testers_user" ON "beta_testers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bundle_courses_course" ON "bundle_courses" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bundles_slug" ON "bundles" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "course_progress_course" ON "course_progress" USING btree ("course_id","completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_slug" ON "courses" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "courses_status" ON "courses" USING btree ("status","position");--> statement-breakpoint
CREATE INDEX "courses_title" ON "courses" USING btree ("title");--> statement-breakpoint
CREATE INDEX "courses_updated_at" ON "courses" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "lesson_progress_course" ON "lesson_progress" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_lesson" ON "lesson_progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_slug" ON "lessons" USING btree ("section_id","slug");--> statement-breakpoint
CREATE INDEX "lessons_course" ON "lessons" USING btree ("course_id","position");--> statement-breakpoint
CREATE INDEX "lessons_lab" ON "lessons" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sections_slug" ON "sections" USING btree ("course_id","slug");--> statement-breakpoint
CREATE INDEX "sections_position" ON "sections" USING btree ("course_id","position");--> statement-breakpoint
CREATE INDEX "deployment_events_deployment" ON "deployment_events" USING btree ("deployment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deployments_one_of_a_lab" ON "deployments" USING btree ("user_id","lab_id") WHERE "deployments"."state" in ('queued', 'held', 'provisioning', 'running') and "deployments"."attempt_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "deployments_account" ON "deployments" USING btree ("cloud_account_id") WHERE "deployments"."state" in ('held', 'provisioning', 'running', 'ending');--> statement-breakpoint
CREATE INDEX "deployments_queue" ON "deployments" USING btree ("cloud","priority","queued_at") WHERE "deployments"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "deployments_due" ON "deployments" USING btree ("ends_at") WHERE "deployments"."state" = 'running';--> statement-breakpoint
CREATE INDEX "deployments_user" ON "deployments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deployments_lab" ON "deployments" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "deployments_state" ON "deployments" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "deployments_created_at" ON "deployments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "exam_attempts_user" ON "exam_attempts" USING btree ("user_id","exam_id");--> statement-breakpoint
CREATE INDEX "exam_attempts_exam" ON "exam_attempts" USING btree ("exam_id","state");--> statement-breakpoint
CREATE INDEX "exam_attempts_scheduled" ON "exam_attempts" USING btree ("scheduled_at") WHERE "exam_attempts"."state" in ('scheduled', 'preparing', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_open" ON "exam_attempts" USING btree ("user_id","exam_id") WHERE "exam_attempts"."state" in ('purchased', 'scheduled', 'preparing', 'active', 'provisional');--> statement-breakpoint
CREATE INDEX "exam_ledger_attempt" ON "exam_ledger" USING btree ("attempt_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "exams_slug" ON "exams" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "exams_course" ON "exams" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "exams_status" ON "exams" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "extra_points_attempt" ON "extra_points" USING btree ("attempt_id","url");--> statement-breakpoint
CREATE INDEX "extra_points_state" ON "extra_points" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_answers_once" ON "feedback_answers" USING btree ("response_id","question_id");--> statement-breakpoint
CREATE INDEX "feedback_answers_question" ON "feedback_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "feedback_forms_title" ON "feedback_forms" USING btree ("title");--> statement-breakpoint
CREATE INDEX "feedback_questions_form" ON "feedback_questions" USING btree ("form_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_responses_once" ON "feedback_responses" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "feedback_responses_course" ON "feedback_responses" USING btree ("course_id","created_at");--> statement-breakpoint
CREATE INDEX "feedback_responses_form" ON "feedback_responses" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "flag_alerts_open" ON "flag_alerts" USING btree ("at") WHERE "flag_alerts"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "flag_solves_lab" ON "flag_solves" USING btree ("user_id","flag_id") WHERE "flag_solves"."attempt_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "flag_solves_exam" ON "flag_solves" USING btree ("attempt_id","flag_id") WHERE "flag_solves"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "flag_solves_flag" ON "flag_solves" USING btree ("flag_id");--> statement-breakpoint
CREATE INDEX "flag_tries_flag" ON "flag_tries" USING btree ("user_id","flag_id","at");--> statement-breakpoint
CREATE INDEX "flag_tries_at" ON "flag_tries" USING btree ("flag_id","at");--> statement-breakpoint
CREATE INDEX "flags_lab" ON "flags" USING btree ("lab_id","position");--> statement-breakpoint
CREATE INDEX "flags_exam" ON "flags" USING btree ("exam_id","position");--> statement-breakpoint
CREATE INDEX "lab_access_lab" ON "lab_access" USING btree ("lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "labs_slug" ON "labs" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "labs_status" ON "labs" USING btree ("status");--> statement-breakpoint
CREATE INDEX "labs_updated_at" ON "labs" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_type","subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "banners_active" ON "banners" USING btree ("active","position");--> statement-breakpoint
CREATE INDEX "bulk_jobs_created_at" ON "bulk_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_dedupe" ON "outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_at") WHERE "outbox"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_created_at" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("series","number");--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_session" ON "orders" USING btree ("provider","provider_session");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential" ON "factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_tokens_hash" ON "mail_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "privacy_requests_user" ON "privacy_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_activated" ON "users" USING btree (lower("email")) WHERE "users"."activated_at" is not null;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_last_seen_at" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "users_full_name" ON "users" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "users_referrer" ON "users" USING btree ("referrer");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE 'admin' = any("users"."roles");--> statement-breakpoint
CREATE INDEX "users_unactivated" ON "users" USING btree ("created_at") WHERE "users"."activated_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("username" || ' ' || lower("email") || ' ' || lower("full_name")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entitlements_user" ON "entitlements" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "entitlements_course" ON "entitlements" USING btree ("course_id","created_at");--> statement-breakpoint
CREATE INDEX "entitlements_lab" ON "entitlements" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "entitlements_exam" ON "entitlements" USING btree ("exam_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_voucher" ON "entitlements" USING btree ("voucher_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code" ON "vouchers" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_seat" ON "vouchers" USING btree ("order_id","seat",coalesce("course_id", "lab_id", "exam_id"));--> statement-breakpoint
CREATE INDEX "vouchers_order" ON "vouchers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "vouchers_owner" ON "vouchers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "vouchers_recipient" ON "vouchers" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "vouchers_kind" ON "vouchers" USING btree ("kind","state","created_at");--> statement-breakpoint
CREATE INDEX "vouchers_created_at" ON "vouchers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "vouchers_course" ON "vouchers" USING btree ("course_id");