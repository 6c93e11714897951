import { asc, sql } from 'drizzle-orm'
import { exams } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (q: string) => contains(sql`${exams.slug} || ' ' || ${exams.title}`, q)

export const examSearch: SearchSource = {
  kind: 'exam',
  operation: 'listExamsForAdmin',
  table: exams,
  where: matching,
  find: (db, q, limit) =>
    db
      .select({
        id: exams.slug,
        title: exams.title,
        detail: exams.status,
        within: sql<null>`null`,
      })
      .from(exams)
      .where(matching(q))
      .orderBy(asc(exams.title), asc(exams.slug))
      .limit(limit),
}
