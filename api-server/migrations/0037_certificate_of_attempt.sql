DROP INDEX "certificates_once";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_attempt_id_exam_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."exam_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- The attempt for which a certificate was issued: the last one that had passed then.
UPDATE "certificates" c SET "attempt_id" = passed.attempt_id FROM (
  SELECT DISTINCT ON (a.id) a.id AS attempt_id, newest.id AS certificate_id
  FROM "certificates" newest
  CROSS JOIN LATERAL (
    SELECT id FROM "exam_attempts" a
    WHERE a.user_id = newest.user_id AND a.exam_id = newest.exam_id
      AND a.state IN ('passed', 'disqualified') AND a.decided_at <= newest.issued_at
    ORDER BY a.number DESC LIMIT 1
  ) a
  WHERE newest.type = 'arte' AND newest.withdrawn_at IS NULL
  ORDER BY a.id, newest.issued_at DESC
) passed WHERE c.id = passed.certificate_id;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_attempt" ON "certificates" USING btree ("attempt_id","type") WHERE "certificates"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "conduct_cases_state" ON "conduct_cases" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "conduct_cases_created" ON "conduct_cases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "exam_support_waiting" ON "exam_support" USING btree ("attempt_id") WHERE "exam_support"."opened_at" is null and "exam_support"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("user_id","course_id","type") WHERE "certificates"."withdrawn_at" is null and "certificates"."revoked_at" is null;