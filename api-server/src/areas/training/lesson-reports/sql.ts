import { sql } from 'drizzle-orm'
import { lessonReports } from '../../../db/schema/index.ts'

/** Label of a report in lists: its lesson and the beginning of its text. */
export const lessonReportLabel = sql<string>`(select l.title || ' · ' || left(${lessonReports.words}, 60)
  from lessons l where l.id = ${lessonReports.lesson_id})`
