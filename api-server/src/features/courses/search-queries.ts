import { asc, sql } from 'drizzle-orm'
import { bundles, courses } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (table: typeof courses | typeof bundles, q: string) =>
  contains(sql`${table.slug} || ' ' || ${table.title}`, q)

const byTitle = (kind: SearchSource['kind'], table: typeof courses | typeof bundles): SearchSource => ({
  kind,
  operation: 'listCoursesForAdmin',
  table,
  where: (q) => matching(table, q),
  find: (db, q, limit) =>
    db
      .select({ id: table.slug, title: table.title, detail: sql<string>`${table.status}`, within: sql<null>`null` })
      .from(table)
      .where(matching(table, q))
      .orderBy(asc(table.title), asc(table.slug))
      .limit(limit),
})

export const courseSearch = byTitle('course', courses)
export const bundleSearch = byTitle('bundle', bundles)
