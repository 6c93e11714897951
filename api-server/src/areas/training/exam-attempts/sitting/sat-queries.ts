import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, exams } from '../../../../db/schema/index.ts'

/** Exams that an account currently has in progress. */
export const listSat = (db: Db, userId: string) =>
  db
    .select({ id: examAttempts.id, slug: exams.slug, title: exams.title })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.state, 'active')))
    .orderBy(asc(examAttempts.id))
