DROP INDEX "lessons_slug";--> statement-breakpoint
ALTER TABLE "feedback_forms" ADD COLUMN "slug" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback_questions" ADD COLUMN "slug" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "slug" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
-- What is there is named by its title. Where two titles are alike, the later ones get a part of their id.
update feedback_forms set slug = named.slug from (
  select id, case when place = 1 then base else base || '-' || left(id::text, 8) end as slug from (
    select id, base, row_number() over (partition by base order by created_at, id) as place from (
      select *, trim(both '-' from left(trim(both '-' from regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g')), 50)) as base from feedback_forms
    ) as cleaned where base <> ''
  ) as numbered
) as named where named.id = feedback_forms.id;--> statement-breakpoint
update feedback_questions set slug = named.slug from (
  select id, case when place = 1 then base else base || '-' || left(id::text, 8) end as slug from (
    select id, base, row_number() over (partition by form_id, base order by position, id) as place from (
      select *, trim(both '-' from left(trim(both '-' from regexp_replace(lower(label), '[^a-z0-9]+', '-', 'g')), 50)) as base from feedback_questions
    ) as cleaned where base <> ''
  ) as numbered
) as named where named.id = feedback_questions.id;--> statement-breakpoint
update flags set slug = named.slug from (
  select id, case when place = 1 then base else base || '-' || left(id::text, 8) end as slug from (
    select id, base, row_number() over (partition by lab_id, exam_id, base order by position, id) as place from (
      select *, trim(both '-' from left(trim(both '-' from regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g')), 50)) as base from flags
    ) as cleaned where base <> ''
  ) as numbered
) as named where named.id = flags.id;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_forms_slug" ON "feedback_forms" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_questions_slug" ON "feedback_questions" USING btree ("form_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "flags_lab_slug" ON "flags" USING btree ("lab_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "flags_exam_slug" ON "flags" USING btree ("exam_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_slug" ON "lessons" USING btree ("section_id","slug") WHERE "lessons"."archived_at" is null;