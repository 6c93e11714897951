import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { bundles, courses, labs, lessons, sections } from '../../../db/schema/index.ts'
import type { LearnerContent } from '../../../extension-points/content-references.ts'
import { contentSearch } from '../../../extension-points/sources.ts'

export interface LabLesson {
  course_id: string
  slug: string
  section: string
  lesson: string
}

/** Lessons that contain the lab of the row, with their courses; in catalogue order. */
export const lessonsOfLab = sql<LabLesson[]>`(select coalesce(json_agg(
    json_build_object('course_id', c.id, 'slug', c.slug, 'section', s.slug, 'lesson', l.slug)
    order by c.position, s.position, l.position), '[]')
  from ${lessons} l join ${sections} s on s.id = l.section_id join ${courses} c on c.id = l.course_id
  where l.lab_id = ${labs}.id and l.archived_at is null)`

/** The lesson at the placeholders `course`, `section` and `lesson`, which are slugs. Excludes archived ones. */
export const isAtLessonPlace = and(
  eq(courses.slug, sql.placeholder('course')),
  eq(sections.slug, sql.placeholder('section')),
  eq(lessons.slug, sql.placeholder('lesson')),
  isNull(lessons.archived_at),
  isNull(sections.archived_at),
)

/** Ids of the lessons of a course, or of those with individually bought labs, as a subquery. */
export const lessonsOfContent = ({ course_id, lab_ids }: LearnerContent): SQL => {
  const { course_id: course, lab_id: lab } = lessons
  const held = course_id ? eq(course, course_id) : lab_ids.length > 0 ? inArray(lab, lab_ids) : sql`false`
  return sql`(select ${lessons.id} from ${lessons} where ${held})`
}

export const courseSearch = contentSearch('course', 'listCoursesForAdmin', courses)
export const bundleSearch = contentSearch('bundle', 'listBundlesForAdmin', bundles)
