import { and, asc, isNull, sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import { contains, searchSortKey } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'
import { searchText } from './queries.ts'

const matching = (q: string) => and(isNull(users.erased_at), contains(searchText, q))

export const userSearch: SearchSource = {
  kind: 'user',
  operation: 'listUsers',
  table: users,
  where: matching,
  async find(db, q, limit) {
    const where = matching(q)
    return db
      .select({
        id: users.username,
        title: users.full_name,
        detail: sql<string>`${users.username} || ' · ' || ${users.email}`,
        within: sql<null>`null`,
      })
      .from(users)
      .where(where)
      .orderBy(asc(await searchSortKey(db, users, where, users.username)))
      .limit(limit)
  },
}
