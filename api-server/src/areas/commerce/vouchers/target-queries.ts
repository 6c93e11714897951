import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { type ContentKind, courses, exams, labs } from '../../../db/schema/index.ts'

/** Content that vouchers can be created for, drafts included. */
export async function findTarget(
  db: Db,
  kind: ContentKind,
  slug: string,
): Promise<{ id: string; title: string } | undefined> {
  const table = kind === 'course' ? courses : kind === 'lab' ? labs : exams
  const [row] = await db.select({ id: table.id, title: table.title }).from(table).where(eq(table.slug, slug))
  return row
}
