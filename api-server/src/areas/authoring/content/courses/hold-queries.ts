import { eq } from 'drizzle-orm'
import type { Tx } from '../../../../db/open.ts'
import { courses } from '../../../../db/schema/index.ts'
import type { RevisedItem } from '../../../catalogue/revisions/service.ts'

type CourseRow = typeof courses.$inferSelect

/** A course locked for editing. */
export interface HeldCourse extends RevisedItem, Pick<CourseRow, 'slug' | 'status'> {}

/** Locks a course for editing. Learners are not blocked, because their progress only references the course row. */
export async function holdCourse(tx: Tx, by: { slug: string } | { id: string }): Promise<HeldCourse | undefined> {
  const [row] = await tx
    .select({ id: courses.id, slug: courses.slug, status: courses.status })
    .from(courses)
    .where('id' in by ? eq(courses.id, by.id) : eq(courses.slug, by.slug))
    .for('no key update')
  return row && { ...row, isLive: isLive(row.status) }
}

/** Whether learners can use the course, so that it changes by revisions. An archived course stays open to those who have it. */
export const isLive = (status: CourseRow['status']) => status === 'published' || status === 'archived'
