import { sql } from 'drizzle-orm'
import { labs } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'

export const labSearch: SearchSource = {
  kind: 'lab',
  operation: 'listLabsForAdmin',
  table: labs,
  where: (q) => contains(sql`${labs.slug} || ' ' || ${labs.title}`, q),
  keys: [sql`${labs.title}`, sql`${labs.slug}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: labs.slug,
        title: labs.title,
        detail: labs.status,
        within: sql<null>`null`,
      })
      .from(labs)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
