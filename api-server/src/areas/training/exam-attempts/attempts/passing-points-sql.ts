import { sql } from 'drizzle-orm'
import { examAttempts, exams } from '../../../../db/schema/index.ts'

/** Points required to pass an attempt, as of its booking. */
export const passingPoints = sql<number>`coalesce((${examAttempts.terms} ->> 'passing_points')::int, ${exams.passing_points})`
