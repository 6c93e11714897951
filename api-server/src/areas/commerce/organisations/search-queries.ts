import { sql } from 'drizzle-orm'
import { organisations } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import { searched } from './admin-queries.ts'

export const organisationSearch: SearchSource = {
  kind: 'organisation',
  operation: 'listOrganisations',
  table: organisations,
  where: (q) => contains(searched, q),
  keys: [sql`${organisations.name}`, sql`${organisations.id}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: sql<string>`${organisations.id}::text`,
        title: organisations.name,
        detail: sql<string | null>`coalesce(${organisations.tax_id}, ${organisations.country})`,
        within: sql<null>`null`,
      })
      .from(organisations)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
