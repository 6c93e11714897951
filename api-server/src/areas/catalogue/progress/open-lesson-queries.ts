import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { courses, lessonProgress, lessons, sections, watchClocks } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import { isAtLessonPlace } from '../courses/index.ts'
import { isOpen } from '../entitlements/index.ts'

/** Location of a lesson, by slugs. */
interface LessonPlace {
  course: string
  section: string
  lesson: string
}

/** A section that must be completed before another one opens, with its lessons and those the account has completed. */
interface Prerequisite {
  title: string
  lessons: { id: string; required: boolean }[]
  completed: string[]
}

/** A lesson with everything that determines the account's access to it, the account's progress, and its watch clock. */
export async function findLessonFacts(db: Db, userId: string, place: LessonPlace) {
  const [row] = await lessonFacts(db, { userId, ...place })
  if (!row) throw new ApiError('not_found', 'There is no such lesson in this course.')
  return row
}

export type LessonFacts = Awaited<ReturnType<typeof findLessonFacts>>

/** Excludes the text, which may be long. */
const { body: _text, ...lessonColumns } = getTableColumns(lessons)

const lessonFacts = pipelinedRead('find_lesson_facts', (db) => {
  const userId = sql`${sql.placeholder('userId')}::uuid`
  const lab = lessons.lab_id
  return db
    .select({
      course: { id: courses.id, status: courses.status, video_share: courses.video_share },
      section: { slug: sections.slug },
      lesson: lessonColumns,
      is_open: isOpen(userId, { course: courses.id, lab }),
      is_lab_open: isOpen(userId, { lab }),
      prerequisite: sql<Prerequisite | null>`(select json_build_object('title', s.title,
          'lessons', coalesce(json_agg(json_build_object('id', l.id, 'required', l.required)) filter (where l.id is not null), '[]'),
          'completed', coalesce(json_agg(l.id) filter (where p.completed_at is not null), '[]'))
        from sections s
        left join lessons l on l.section_id = s.id and l.archived_at is null
        left join lesson_progress p on p.lesson_id = l.id and p.user_id = ${userId}
        where s.id = ${sections.opens_after_id} and s.course_id = ${sections.course_id} and s.archived_at is null
        group by s.id)`,
      intervals: lessonProgress.intervals,
      /** Returned as text, because `Date` would truncate the microseconds. */
      clock: {
        last_at: sql<string | null>`${watchClocks.last_at}::text`,
        now: sql<string>`now()::text`,
        elapsed: sql<number | null>`extract(epoch from (now() - ${watchClocks.last_at}))::float8`,
      },
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .leftJoin(lessonProgress, and(eq(lessonProgress.lesson_id, lessons.id), eq(lessonProgress.user_id, userId)))
    .leftJoin(watchClocks, eq(watchClocks.user_id, userId))
    .where(isAtLessonPlace)
})
