import { sql } from 'drizzle-orm'
import { courses, labs, lessons, sections } from '../../../db/schema/index.ts'

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
