import { asc, sql } from 'drizzle-orm'
import { labs } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (q: string) => contains(sql`${labs.slug} || ' ' || ${labs.title}`, q)

export const labSearch: SearchSource = {
  kind: 'lab',
  operation: 'listLabsForAdmin',
  table: labs,
  where: matching,
  find: (db, q, limit) =>
    db
      .select({
        id: labs.slug,
        title: labs.title,
        detail: labs.status,
        within: sql<null>`null`,
      })
      .from(labs)
      .where(matching(q))
      .orderBy(asc(labs.title), asc(labs.slug))
      .limit(limit),
}
