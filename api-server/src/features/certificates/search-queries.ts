import { asc, sql } from 'drizzle-orm'
import { certificates } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { Searchable } from '../search/searchable.ts'

export const certificatesFound: Searchable = {
  kind: 'certificate',
  find: (db, q, limit) =>
    db
      .select({ id: certificates.id, title: certificates.title, detail: certificates.name, within: sql<null>`null` })
      .from(certificates)
      .where(
        contains(
          sql`(${certificates.id} || ' ' || lower(${certificates.name}) || ' ' || lower(${certificates.title}))`,
          q,
        ),
      )
      .orderBy(asc(certificates.name), asc(certificates.id))
      .limit(limit),
}
