import { asc, sql } from 'drizzle-orm'
import { bundles, courses } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const byTitle = (kind: SearchSource['kind'], table: typeof courses | typeof bundles): SearchSource => ({
  kind,
  operation: 'listCoursesForAdmin',
  find: (db, q, limit) =>
    db
      .select({ id: table.slug, title: table.title, detail: sql<string>`${table.status}`, within: sql<null>`null` })
      .from(table)
      .where(contains(sql`(${table.slug} || ' ' || lower(${table.title}))`, q))
      .orderBy(asc(table.title), asc(table.slug))
      .limit(limit),
})

export const courseSearch = byTitle('course', courses)
export const bundleSearch = byTitle('bundle', bundles)
