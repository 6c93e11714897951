import { asc } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { exams } from '../../db/schema/index.ts'

/** Every exam, drafts included, for pickers. */
export const listExamChoices = (db: Db) =>
  db
    .select({ id: exams.id, slug: exams.slug, title: exams.title, status: exams.status })
    .from(exams)
    .orderBy(asc(exams.title), asc(exams.slug))
