import { consolePaths } from '@flagyard/api-types/console-links'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { exams, labs } from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'

/** The latest canary run of a lab or exam failed. */
const canaryFailed: AlarmRule = {
  kind: 'canary_failed',
  level: 'warning',
  find: async (tx) => [
    ...(await listFailed(tx, labs)).map((row) => found(row, row.slug, consolePaths.lab(row.slug))),
    // A lab and an exam may have the same slug.
    ...(await listFailed(tx, exams)).map((row) => found(row, `exam ${row.slug}`, consolePaths.exam(row.slug))),
  ],
}

type Failed = Awaited<ReturnType<typeof listFailed>>[number]

const found = ({ title, health }: Failed, subject: string, page: string) => ({
  subject,
  count: 1,
  sentence: `The canary could not solve “${title}”: it failed at ${health?.message}`,
  links: [{ label: 'Its runs', to: `${page}/canary` }],
})

const listFailed = (db: Db, table: typeof labs | typeof exams) =>
  db
    .select({ slug: table.slug, title: table.title, health: table.health })
    .from(table)
    .where(and(eq(table.health_state, 'failed'), eq(table.status, 'published'), sql`${table.canary} is not null`))
    .orderBy(asc(table.slug))

export const canaryAlarms: readonly AlarmRule[] = [canaryFailed]
