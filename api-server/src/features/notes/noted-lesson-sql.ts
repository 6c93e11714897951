import type { NotedLesson } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { courses, lessons, sections } from '../../db/schema/index.ts'
import { isOpen } from '../entitlements/access-sql.ts'

/** Columns of a statement over a lesson with its section and course; archived ones too. A free lesson is told like `isFreeLesson` of the courses does. */
export const notedLesson = (userId: string) => ({
  course: courses.slug,
  course_title: courses.title,
  section: sections.slug,
  lesson: lessons.slug,
  title: lessons.title,
  opens: sql<NotedLesson['opens']>`case
    when ${lessons.archived_at} is not null or ${sections.archived_at} is not null then null
    when ${lessons.free_preview} and ${lessons.kind} <> 'lab' and ${lessons.lab_id} is null
      and not ${isOpen(sql`${userId}::uuid`, { course: courses.id })} then 'free'
    else 'classroom' end`,
})
