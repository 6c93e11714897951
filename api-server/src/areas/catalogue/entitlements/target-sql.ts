import { type SQL, sql } from 'drizzle-orm'

/** Title of the course, lab or exam of a row; `row` is the alias of a table with course_id, lab_id and exam_id. */
export const targetTitle = (row: SQL) => sql`coalesce((select c.title from courses c where c.id = ${row}.course_id),
  (select l.title from labs l where l.id = ${row}.lab_id), (select e.title from exams e where e.id = ${row}.exam_id))`
