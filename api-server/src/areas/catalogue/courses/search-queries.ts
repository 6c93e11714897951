import { sql } from 'drizzle-orm'
import { sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import { bundles, courses } from '../../../db/schema/index.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'

const byTitle = (
  kind: SearchSource['kind'],
  operation: SearchSource['operation'],
  table: typeof courses | typeof bundles,
): SearchSource => ({
  kind,
  operation,
  table,
  where: (q) => contains(sql`${table.slug} || ' ' || ${table.title}`, q),
  keys: [sql`${table.title}`, sql`${table.slug}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({ id: table.slug, title: table.title, detail: sql<string>`${table.status}`, within: sql<null>`null` })
        .from(table),
      slice,
    ),
})

export const courseSearch = byTitle('course', 'listCoursesForAdmin', courses)
export const bundleSearch = byTitle('bundle', 'listBundlesForAdmin', bundles)
