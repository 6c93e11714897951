import { sql } from 'drizzle-orm'
import { lessonReports } from '../../db/schema/index.ts'

/** What a report is called among many: its lesson, and how its words begin. */
export const lessonReportLabel = sql<string>`(select l.title || ' · ' || left(${lessonReports.words}, 60)
  from lessons l where l.id = ${lessonReports.lesson_id})`
