CREATE TABLE "home_page" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"blocks" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "home_page_one" CHECK ("home_page"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "legal_acceptances" (
	"user_id" uuid NOT NULL,
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"via" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_acceptances_user_id_page_version_pk" PRIMARY KEY("user_id","page","version")
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"markdown" text NOT NULL,
	"summary" text NOT NULL,
	"needs_acceptance" boolean NOT NULL,
	"effective_at" timestamp with time zone,
	"edit" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_versions_page_version_pk" PRIMARY KEY("page","version")
);
--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_page_version_legal_versions_page_version_fk" FOREIGN KEY ("page","version") REFERENCES "public"."legal_versions"("page","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_acceptances_version" ON "legal_acceptances" USING btree ("page","version");--> statement-breakpoint
CREATE INDEX "feedback_quotes_newest" ON "feedback_quotes" USING btree ("published_at","id");
--> statement-breakpoint
-- Learners accepted a version in effect, and orders name it, so it never changes.
create function retain_legal_version() returns trigger language plpgsql as $$
begin
  if old.effective_at <= now() then
    raise exception 'A version of a legal page that is in effect is never changed: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
--> statement-breakpoint
create trigger legal_versions_stay before update or delete on legal_versions for each row execute function retain_legal_version();
--> statement-breakpoint
create function retain_legal_acceptance() returns trigger language plpgsql as $$
begin
  raise exception 'Acceptances are append-only: update is refused.' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger legal_acceptances_stay before update on legal_acceptances for each row execute function retain_legal_acceptance();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on legal_versions for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on home_page for each statement execute function announce_catalogue();
