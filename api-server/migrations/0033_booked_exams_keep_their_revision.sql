CREATE TABLE "exam_snapshots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"exam_id" uuid NOT NULL,
	"exam" jsonb NOT NULL,
	"flags" jsonb NOT NULL,
	"checksum" text GENERATED ALWAYS AS (md5(exam::text || flags::text)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "exam_snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "exam_snapshots" ADD CONSTRAINT "exam_snapshots_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_snapshots_checksum" ON "exam_snapshots" USING btree ("exam_id","checksum");--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_exam_snapshot_id_exam_snapshots_id_fk" FOREIGN KEY ("exam_snapshot_id") REFERENCES "public"."exam_snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD CONSTRAINT "exam_attempts_snapshot_id_exam_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."exam_snapshots"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What is booked or sat now keeps the exam as it is now, with what its booking kept already.
WITH booked AS (
  SELECT a.id AS attempt_id, a.exam_id,
    (to_jsonb(e) - array['id', 'slug', 'price_amount', 'price_currency', 'attempts', 'cooldown_days', 'course_id', 'status', 'bookable',
      'created_at', 'updated_at', 'version']) || (coalesce(a.terms, '{}'::jsonb) - array['seconds', 'accepted_rules']) AS exam,
    (SELECT coalesce(jsonb_agg(to_jsonb(f) - array['lab_id', 'exam_id', 'archived_at'] ORDER BY f.position, f.id), '[]'::jsonb)
      FROM flags f WHERE f.exam_id = e.id AND f.archived_at IS NULL) AS flags
  FROM exam_attempts a JOIN exams e ON e.id = a.exam_id
  WHERE a.state IN ('scheduled', 'preparing', 'active', 'provisional')
), saved AS (
  INSERT INTO exam_snapshots (exam_id, exam, flags)
  SELECT DISTINCT exam_id, exam, flags FROM booked
  RETURNING id, exam_id, checksum
), kept AS (
  UPDATE exam_attempts a SET snapshot_id = saved.id FROM booked, saved
  WHERE a.id = booked.attempt_id AND saved.exam_id = booked.exam_id AND saved.checksum = md5(booked.exam::text || booked.flags::text)
  RETURNING a.id, a.snapshot_id
)
UPDATE deployments d SET exam_snapshot_id = kept.snapshot_id FROM kept
WHERE d.attempt_id = kept.id AND d.state IN ('queued', 'held', 'provisioning', 'running');
