import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { lessons } from '../../../db/schema/index.ts'
import type { Held } from '../../../extension-points/held-content.ts'

/** Ids of the lessons of a course, or of those with individually bought labs, as a subquery. */
export const lessonsHeld = ({ course_id, lab_ids }: Held): SQL => {
  const { course_id: course, lab_id: lab } = lessons
  const held = course_id ? eq(course, course_id) : lab_ids.length > 0 ? inArray(lab, lab_ids) : sql`false`
  return sql`(select ${lessons.id} from ${lessons} where ${held})`
}
