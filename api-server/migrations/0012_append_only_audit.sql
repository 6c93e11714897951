-- What is written into the audit stays as it was written (docs/decisions/0013). The one exception is the erasure of a person: in a
-- transaction that says so, what can name somebody may be blanked; that something was done, when, and which kind, stays.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if current_setting('flagyard.erasure', true) = 'on'
      and (new.id, new.at, new.actor_id, new.action, new.subject_type, new.job_id) is not distinct from (old.id, old.at, old.actor_id, old.action, old.subject_type, old.job_id)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit is append-only: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_rows_stay before update or delete on audit for each row execute function keep_audit();
--> statement-breakpoint
create trigger audit_stays before truncate on audit for each statement execute function keep_audit();
