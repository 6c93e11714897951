import { and, isNull, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/index.ts'
import { foldedContains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'

export const userSearch: SearchSource = {
  kind: 'user',
  operation: 'listUsers',
  table: users,
  where: (q) => and(isNull(users.erased_at), foldedContains(users.searched, q)),
  having: (part) => foldedContains(users.searched, part),
  keys: [sql`${users.username}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: users.username,
        title: users.full_name,
        detail: sql<string>`${users.username} || ' · ' || ${users.email}`,
        within: sql<null>`null`,
      })
      .from(users)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
