import { sql } from 'drizzle-orm'
import { examAttempts, exams } from '../../../db/schema/index.ts'

/** The points that an attempt needs: those of its booking. */
export const passingPoints = sql<number>`coalesce((${examAttempts.terms} ->> 'passing_points')::int, ${exams.passing_points})`
