import { sql } from 'drizzle-orm'
import { exams } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'

export const examSearch: SearchSource = {
  kind: 'exam',
  operation: 'listExamsForAdmin',
  table: exams,
  where: (q) => contains(sql`${exams.slug} || ' ' || ${exams.title}`, q),
  keys: [sql`${exams.title}`, sql`${exams.slug}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: exams.slug,
        title: exams.title,
        detail: exams.status,
        within: sql<null>`null`,
      })
      .from(exams)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
