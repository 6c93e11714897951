CREATE TABLE "lesson_bookmarks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "course_id" uuid;--> statement-breakpoint
UPDATE "notes" SET "course_id" = (SELECT "course_id" FROM "lessons" WHERE "lessons"."id" = "notes"."lesson_id");--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "course_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lesson_bookmarks" ADD CONSTRAINT "lesson_bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_bookmarks" ADD CONSTRAINT "lesson_bookmarks_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_bookmarks_lesson" ON "lesson_bookmarks" USING btree ("user_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_bookmarks_newest" ON "lesson_bookmarks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_bookmarks_of" ON "lesson_bookmarks" USING btree ("lesson_id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_newest" ON "notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_course" ON "notes" USING btree ("user_id","course_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notes_lesson" ON "notes" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "notes_search" ON "notes" USING gin (search_fold("text") gin_trgm_ops);