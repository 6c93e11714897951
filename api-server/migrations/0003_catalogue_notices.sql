-- Whoever changes what the public catalogue shows, every process hears of it when the change commits and drops its ready-made answers.
create function announce_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end
$$;
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on courses for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on sections for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on lessons for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on labs for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on flags for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on exams for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on bundles for each statement execute function announce_catalogue();
--> statement-breakpoint
create trigger announce after insert or update or delete or truncate on bundle_courses for each statement execute function announce_catalogue();
