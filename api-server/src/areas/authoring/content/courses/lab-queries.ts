import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { courses, labs, lessons } from '../../../../db/schema/index.ts'
import { builtNow, lastSolvedTest } from '../../../clouds/deployments/lab-test-sql.ts'

export interface LabFacts {
  id: string
  slug: string
  title: string
  cloud: 'aws' | 'azure' | 'gcp'
  status: 'draft' | 'published' | 'archived'
  flags: number
  duration_minutes: number
  /** An author has solved every required flag in a test run. */
  is_tried: boolean
  /** An author has solved this or an earlier version of the lab. */
  was_tried: boolean
  /** The published course already has a lesson with this lab. */
  is_live: boolean
}

/** Labs used by lessons of a course, by slug. */
export async function listLabFacts(db: Db, courseId: string, slugs: string[]): Promise<Map<string, LabFacts>> {
  if (slugs.length === 0) return new Map()
  const isOpen = sql`f.lab_id = "labs"."id" and f.archived_at is null`
  const rows = await db
    .select({
      id: labs.id,
      slug: labs.slug,
      title: labs.title,
      cloud: labs.cloud,
      status: labs.status,
      duration_minutes: labs.duration_minutes,
      flags: sql<number>`(select count(*)::int from flags f where ${isOpen})`,
      is_tried: sql<boolean>`${lastSolvedTest({ id: sql`"labs"."id"`, built: builtNow })} is not null`,
      was_tried: sql<boolean>`${lastSolvedTest({ id: sql`"labs"."id"` })} is not null`,
      is_live: sql<boolean>`exists (select from ${lessons} l join ${courses} c on c.id = l.course_id
        where l.lab_id = "labs"."id" and l.archived_at is null
        and c.id = ${courseId} and c.status in ('published', 'archived'))`,
    })
    .from(labs)
    .where(inArray(labs.slug, [...new Set(slugs)]))
  return new Map(rows.map((row) => [row.slug, row]))
}
