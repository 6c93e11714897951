import type { NotedLesson } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { courses, lessons, sections } from '../../../db/schema/index.ts'
import { isOpen } from '../entitlements/index.ts'

/**
 * The lesson of a note, as columns for a query over lessons with their sections and courses, including archived ones. Free lessons are determined as
 * in `isFreeLesson` of the courses feature.
 */
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
