import { asc, sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { Searchable } from '../search/searchable.ts'

export const usersFound: Searchable = {
  kind: 'user',
  find: (db, q, limit) =>
    db
      .select({
        id: users.username,
        title: users.full_name,
        detail: sql<string>`${users.username} || ' · ' || ${users.email}`,
        within: sql<null>`null`,
      })
      .from(users)
      .where(contains(sql`(${users.username} || ' ' || lower(${users.email}) || ' ' || lower(${users.full_name}))`, q))
      .orderBy(asc(users.username))
      .limit(limit),
}
