DROP INDEX "certificates_issued_at";--> statement-breakpoint
DROP INDEX "certificates_name";--> statement-breakpoint
DROP INDEX "courses_status";--> statement-breakpoint
DROP INDEX "courses_title";--> statement-breakpoint
DROP INDEX "courses_updated_at";--> statement-breakpoint
DROP INDEX "deployments_user";--> statement-breakpoint
DROP INDEX "deployments_lab";--> statement-breakpoint
DROP INDEX "deployments_state";--> statement-breakpoint
DROP INDEX "deployments_created_at";--> statement-breakpoint
DROP INDEX "exam_attempts_user_created";--> statement-breakpoint
DROP INDEX "exams_status";--> statement-breakpoint
DROP INDEX "exams_title";--> statement-breakpoint
DROP INDEX "exams_updated_at";--> statement-breakpoint
DROP INDEX "feedback_forms_title";--> statement-breakpoint
DROP INDEX "labs_status";--> statement-breakpoint
DROP INDEX "labs_title";--> statement-breakpoint
DROP INDEX "labs_updated_at";--> statement-breakpoint
DROP INDEX "audit_at";--> statement-breakpoint
DROP INDEX "audit_subject";--> statement-breakpoint
DROP INDEX "audit_subject_id";--> statement-breakpoint
DROP INDEX "audit_actor";--> statement-breakpoint
DROP INDEX "audit_action";--> statement-breakpoint
DROP INDEX "audit_job";--> statement-breakpoint
DROP INDEX "outbox_user";--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
DROP INDEX "sessions_user";--> statement-breakpoint
DROP INDEX "users_created_at";--> statement-breakpoint
DROP INDEX "users_last_seen_at";--> statement-breakpoint
DROP INDEX "users_disabled";--> statement-breakpoint
DROP INDEX "users_referrer";--> statement-breakpoint
DROP INDEX "entitlements_user_created";--> statement-breakpoint
DROP INDEX "vouchers_created_at";--> statement-breakpoint
CREATE INDEX "certificates_valid_until" ON "certificates" USING btree ("valid_until","id");--> statement-breakpoint
CREATE INDEX "certificates_title" ON "certificates" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "certificates_type" ON "certificates" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "certificates_ended" ON "certificates" USING btree ("issued_at","id") WHERE "certificates"."withdrawn_at" is not null or "certificates"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "cloud_accounts_by_status" ON "cloud_accounts" USING btree ("cloud","status","account_id");--> statement-breakpoint
CREATE INDEX "cloud_accounts_lock_reason" ON "cloud_accounts" USING btree ("cloud","lock_reason","account_id") WHERE "cloud_accounts"."lock_reason" is not null;--> statement-breakpoint
CREATE INDEX "deployments_cloud" ON "deployments" USING btree ("cloud","created_at","id");--> statement-breakpoint
CREATE INDEX "deployments_cloud_account" ON "deployments" USING btree ("cloud_account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "feedback_forms_updated_at" ON "feedback_forms" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_state" ON "bulk_jobs" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_kind" ON "bulk_jobs" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "users_active" ON "users" USING btree ("created_at","id") WHERE "users"."activated_at" is not null and "users"."disabled_at" is null and "users"."deletion_due_at" is null and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("created_at","id") WHERE "users"."activated_at" is null and "users"."disabled_at" is null and "users"."deletion_due_at" is null and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "vouchers_expires_at" ON "vouchers" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_organisation" ON "vouchers" USING btree ("organisation","id");--> statement-breakpoint
CREATE INDEX "vouchers_state" ON "vouchers" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "vouchers_batch" ON "vouchers" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "vouchers_lab" ON "vouchers" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "vouchers_exam" ON "vouchers" USING btree ("exam_id");--> statement-breakpoint
CREATE INDEX "vouchers_search" ON "vouchers" USING gin ((lower("code") || ' ' || lower(coalesce("recipient", '')) || ' ' || lower(coalesce("organisation", '')) || ' ' || lower("note")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "certificates_issued_at" ON "certificates" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "certificates_name" ON "certificates" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "courses_status" ON "courses" USING btree ("status","position","slug");--> statement-breakpoint
CREATE INDEX "courses_title" ON "courses" USING btree ("title","slug");--> statement-breakpoint
CREATE INDEX "courses_updated_at" ON "courses" USING btree ("updated_at","slug");--> statement-breakpoint
CREATE INDEX "deployments_user" ON "deployments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deployments_lab" ON "deployments" USING btree ("lab_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deployments_state" ON "deployments" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "deployments_created_at" ON "deployments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "exam_attempts_user_created" ON "exam_attempts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exams_status" ON "exams" USING btree ("status","slug");--> statement-breakpoint
CREATE INDEX "exams_title" ON "exams" USING btree ("title","slug");--> statement-breakpoint
CREATE INDEX "exams_updated_at" ON "exams" USING btree ("updated_at","slug");--> statement-breakpoint
CREATE INDEX "feedback_forms_title" ON "feedback_forms" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "labs_status" ON "labs" USING btree ("status","slug");--> statement-breakpoint
CREATE INDEX "labs_title" ON "labs" USING btree ("title","slug");--> statement-breakpoint
CREATE INDEX "labs_updated_at" ON "labs" USING btree ("updated_at","slug");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_type","subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_subject_id" ON "audit" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_job" ON "audit" USING btree ("job_id","at","id") WHERE "audit"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_last_seen_at" ON "users" USING btree (coalesce("last_seen_at", '-infinity'::timestamptz),"id","last_seen_at","erased_at");--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("created_at","id") WHERE "users"."disabled_at" is not null and "users"."deletion_due_at" is null and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "users_referrer" ON "users" USING btree ("referrer","created_at","id") WHERE "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "entitlements_user_created" ON "entitlements" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_created_at" ON "vouchers" USING btree ("created_at","id");