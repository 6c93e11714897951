import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { lessons } from '../../db/schema/index.ts'
import type { Held } from '../../extension-points/held-content.ts'

/** The ids of the lessons of a course, or of those that hold a lab by itself, as a subquery. */
export const lessonsHeld = ({ course_id, lab_ids }: Held): SQL => {
  const { course_id: course, lab_id: lab } = lessons
  const held = course_id ? eq(course, course_id) : lab_ids.length > 0 ? inArray(lab, lab_ids) : sql`false`
  return sql`(select ${lessons.id} from ${lessons} where ${held})`
}
