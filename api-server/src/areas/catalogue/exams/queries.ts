import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { exams } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/uuid.ts'
import { ApiError } from '../../../errors.ts'

export type ExamRow = typeof exams.$inferSelect

/** All exams for pickers, including drafts. */
export const listExamChoices = (db: Db) =>
  db
    .select({ id: exams.id, slug: exams.slug, title: exams.title, status: exams.status })
    .from(exams)
    .orderBy(asc(exams.title), asc(exams.slug))

export async function findExamBySlug(db: Db, slug: string): Promise<ExamRow> {
  const [row] = await db.select().from(exams).where(eq(exams.slug, slug))
  if (!row) throw new ApiError('not_found', `There is no exam called ${slug}.`)
  return row
}

export async function findExamById(db: Db, id: string): Promise<ExamRow> {
  const [row] = await db.select().from(exams).where(eq(exams.id, id))
  if (!row) throw new ApiError('not_found', 'There is no such exam.')
  return row
}

/** By the uuid or the slug. */
export const findExamByAnyId = (db: Db, id: string): Promise<ExamRow> =>
  isUuid(id) ? findExamById(db, id) : findExamBySlug(db, id)
