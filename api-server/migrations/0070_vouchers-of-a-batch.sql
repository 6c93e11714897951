DROP INDEX "vouchers_batch";--> statement-breakpoint
CREATE INDEX "vouchers_batch" ON "vouchers" USING btree ("batch_id","created_at","id");