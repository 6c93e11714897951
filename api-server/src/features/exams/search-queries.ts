import { asc, sql } from 'drizzle-orm'
import { exams } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

export const examSearch: SearchSource = {
  kind: 'exam',
  operation: 'listExamsForAdmin',
  find: (db, q, limit) =>
    db
      .select({
        id: exams.slug,
        title: exams.title,
        detail: exams.status,
        within: sql<null>`null`,
      })
      .from(exams)
      .where(contains(sql`(${exams.slug} || ' ' || lower(${exams.title}))`, q))
      .orderBy(asc(exams.title), asc(exams.slug))
      .limit(limit),
}
