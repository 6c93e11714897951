import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

export const progressEvents: TimelineSource[] = [
  {
    kind: 'lesson.completed',
    from: sql`lesson_progress s`,
    at: sql`s.completed_at`,
    id: sql`s.lesson_id`,
    subject: sql`(select l.title from lessons l where l.id = s.lesson_id)`,
    where: ofUser,
  },
  {
    kind: 'course.completed',
    from: sql`course_progress s`,
    at: sql`s.completed_at`,
    id: sql`s.course_id`,
    subject: sql`(select c.title from courses c where c.id = s.course_id)`,
    where: ofUser,
  },
]
