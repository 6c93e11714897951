-- Courses that were left with nothing to do by a change of their lessons, and learners who completed lessons without ever having been seen in the course.
-- They were completed when the last of what is required was done; nobody is told of it now.
INSERT INTO "course_progress" ("user_id", "course_id", "feedback_due_at", "completed_at")
SELECT d.user_id, d.course_id,
  CASE WHEN d.completed >= d.required * d.share - 1e-9 THEN d.at END,
  CASE WHEN d.completed = d.required THEN d.at END
FROM (
  SELECT p.user_id, o.id AS course_id, o.required, o.feedback_share AS share, max(p.completed_at) AS at,
    count(*) FILTER (WHERE l.required AND l.archived_at IS NULL) AS completed
  FROM (SELECT c.id, c.feedback_share, count(l.id) AS required FROM "courses" c
      JOIN "lessons" l ON l.course_id = c.id AND l.required AND l.archived_at IS NULL GROUP BY c.id) o
  JOIN "lessons" l ON l.course_id = o.id
  JOIN "lesson_progress" p ON p.lesson_id = l.id AND p.completed_at IS NOT NULL
  GROUP BY p.user_id, o.id, o.required, o.feedback_share) d
WHERE d.completed >= d.required * d.share - 1e-9
  OR EXISTS (SELECT FROM "entitlements" e WHERE e.user_id = d.user_id AND e.course_id = d.course_id)
ON CONFLICT ("user_id", "course_id") DO UPDATE SET
  "feedback_due_at" = coalesce("course_progress"."feedback_due_at", excluded."feedback_due_at"),
  "completed_at" = coalesce("course_progress"."completed_at", excluded."completed_at")
WHERE ("course_progress"."completed_at" IS NULL AND excluded."completed_at" IS NOT NULL)
  OR ("course_progress"."feedback_due_at" IS NULL AND excluded."feedback_due_at" IS NOT NULL);
