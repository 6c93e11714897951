DROP INDEX "entitlements_user";--> statement-breakpoint
DROP INDEX "vouchers_code_prefix";--> statement-breakpoint
DROP INDEX "vouchers_order";--> statement-breakpoint
DROP INDEX "vouchers_code_parts";--> statement-breakpoint
DROP INDEX "entitlements_course";--> statement-breakpoint
DROP INDEX "entitlements_lab";--> statement-breakpoint
DROP INDEX "entitlements_exam";--> statement-breakpoint
DROP INDEX "vouchers_seat";--> statement-breakpoint
DROP INDEX "vouchers_owner";--> statement-breakpoint
DROP INDEX "vouchers_recipient";--> statement-breakpoint
DROP INDEX "vouchers_organisation_id";--> statement-breakpoint
DROP INDEX "vouchers_batch";--> statement-breakpoint
DROP INDEX "vouchers_course";--> statement-breakpoint
DROP INDEX "vouchers_lab";--> statement-breakpoint
DROP INDEX "vouchers_exam";--> statement-breakpoint
DROP INDEX "vouchers_search";--> statement-breakpoint
CREATE INDEX "entitlements_course" ON "entitlements" USING btree ("course_id","created_at","id") WHERE "entitlements"."course_id" is not null;--> statement-breakpoint
CREATE INDEX "entitlements_lab" ON "entitlements" USING btree ("lab_id","created_at","id") WHERE "entitlements"."lab_id" is not null;--> statement-breakpoint
CREATE INDEX "entitlements_exam" ON "entitlements" USING btree ("exam_id","created_at","id") WHERE "entitlements"."exam_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_seat" ON "vouchers" USING btree ("order_id","seat",coalesce("course_id", "lab_id", "exam_id")) WHERE "vouchers"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_owner" ON "vouchers" USING btree ("owner_id") WHERE "vouchers"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_recipient" ON "vouchers" USING btree (lower("recipient")) WHERE "vouchers"."recipient" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_organisation_id" ON "vouchers" USING btree ("organisation_id","created_at","id") WHERE "vouchers"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_batch" ON "vouchers" USING btree ("batch_id","created_at","id") WHERE "vouchers"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_course" ON "vouchers" USING btree ("course_id") WHERE "vouchers"."course_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_lab" ON "vouchers" USING btree ("lab_id") WHERE "vouchers"."lab_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_exam" ON "vouchers" USING btree ("exam_id") WHERE "vouchers"."exam_id" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_search" ON "vouchers" USING gin ("searched" gin_trgm_ops,search_fold(replace("code", '-', '')) gin_trgm_ops);