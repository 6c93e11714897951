import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { deployments, entitlements, flagSolves, flags, labAccess, labs } from '../../../db/schema/index.ts'
import { columnsOf, oneRow } from '../../../db/sql.ts'
import { type LabLesson, lessonsOfLab } from '../../catalogue/courses/index.ts'
import { isEntitlementOpen } from '../../catalogue/entitlements/index.ts'
import { flagCount, labNotFound } from '../../catalogue/labs/index.ts'
import { isActiveState } from '../../clouds/deployments/index.ts'

const userId = sql.placeholder('userId')

/** The learner's access row and number of solved flags for each lab where they have either. */
export const listUseOfLabs = (db: Db, user: string) => useOfLabs(db, { userId: user })

const useOfLabs = pipelinedRead('list_use_of_labs', (db) => {
  const access = db.select().from(labAccess).where(eq(labAccess.user_id, userId)).as('access')
  const solved = db
    // Archived flags are excluded in the count: as a condition, Postgres considers it selective and starts with all flags.
    .select({
      lab_id: flags.lab_id,
      solved: sql<number>`(count(*) filter (where ${flags.archived_at} is null))::int`.as('solved'),
    })
    .from(flagSolves)
    .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
    .where(and(eq(flagSolves.user_id, userId), isNull(flagSolves.attempt_id)))
    .groupBy(flags.lab_id)
    .as('solves')
  return db
    .select({
      lab_id: sql<string>`coalesce(${access.lab_id}, ${solved.lab_id})`,
      learner_lab: { ...access._.selectedFields },
      solved: sql<number>`coalesce(${solved.solved}, 0)`,
    })
    .from(access)
    .fullJoin(solved, eq(solved.lab_id, access.lab_id))
})

/** A lab with the learner's progress, and the lessons that contain it. */
export interface MyLab {
  lab: typeof labs.$inferSelect
  flags: number
  lessons: LabLesson[]
  learner_lab: typeof labAccess.$inferSelect | null
  solved: number
}

export const findMyLab = (db: Db, user: string, slug: string): Promise<MyLab> =>
  oneRow(bySlug(db, { userId: user, slug }), labNotFound)

const bySlug = pipelinedRead('find_my_lab', (db) =>
  db
    .select({
      lab: labs,
      flags: flagCount,
      lessons: lessonsOfLab,
      learner_lab: labAccess,
      solved: sql<number>`(select count(*)::int from ${flagSolves} s join ${flags} f on f.id = s.flag_id
        where s.user_id = ${userId} and s.attempt_id is null and f.archived_at is null and f.lab_id = ${labs.id})`,
    })
    .from(labs)
    .leftJoin(labAccess, and(eq(labAccess.lab_id, labs.id), eq(labAccess.user_id, userId)))
    .where(eq(labs.slug, sql.placeholder('slug'))),
)

/** Labs that a learner has individually, started, or got a correction for. With `labId`, only that lab. */
export async function listLabsOfUser(db: Db, userId: string, labId?: string) {
  const single = sql`(select max(coalesce(e.ends_at, 'infinity')) from ${entitlements} e
    where e.user_id = ${userId} and e.lab_id = ${labs}.id and e.revoked_at is null)`
  // Same order as for the learner: access to the lab itself takes precedence over courses that contain it.
  const openEnd = (column: SQLWrapper, targets: SQLWrapper) => sql`(
    select max(coalesce(${entitlements.ends_at}, 'infinity')) from ${entitlements}
    where ${entitlements.user_id} = ${userId} and ${column} in ${targets} and ${isEntitlementOpen})`
  const singleOpen = openEnd(entitlements.lab_id, sql`(${labs.id})`)
  const courseOpen = openEnd(
    entitlements.course_id,
    sql`(select l.course_id from lessons l where l.lab_id = ${labs.id} and l.archived_at is null)`,
  )
  const end = sql`case
    when ${singleOpen} is null and ${courseOpen} is not null then ${courseOpen}
    else coalesce(${labAccess.access_ends_at}, ${singleOpen}, ${single}) end`
  const ofActive = (column: SQLWrapper) => sql`(select ${column} from ${deployments}
    where ${deployments.user_id} = ${userId} and ${deployments.lab_id} = ${labs}.id and ${deployments.attempt_id} is null
    and ${deployments.test} is null and ${isActiveState} limit 1)`
  return db
    .select({
      id: labs.slug,
      title: labs.title,
      single: sql<boolean>`(${single} is not null)`,
      has_end: sql<boolean>`(${single} < 'infinity' or ${labAccess.access_ends_at} is not null)`,
      first_deployed_at: labAccess.first_deployed_at,
      access_ends_at: sql<Date | null>`nullif(${end}, 'infinity'::timestamptz)`.mapWith(labAccess.access_ends_at),
      resets_used: sql<number>`coalesce(${labAccess.resets_used}, 0)`,
      resets: labs.resets,
      downloads_used: sql<number>`coalesce(${labAccess.downloads_used}, 0)`,
      download_limit: sql<number>`coalesce(${labAccess.download_limit}, ${labs.download_limit})`,
      downloads: sql<number>`jsonb_array_length(${labs.downloads})`,
      state: sql<typeof deployments.$inferSelect.state | null>`${ofActive(deployments.state)}`,
      deployment_id: sql<string | null>`${ofActive(deployments.id)}`,
      version: sql<number>`coalesce(${labAccess.version}, 1)`,
    })
    .from(labs)
    .leftJoin(labAccess, and(eq(labAccess.lab_id, labs.id), eq(labAccess.user_id, userId)))
    .where(
      and(
        labId === undefined ? undefined : eq(labs.id, labId),
        sql`(${labAccess.user_id} is not null or ${single} is not null or exists (select 1 from ${deployments}
          where ${deployments.user_id} = ${userId} and ${deployments.lab_id} = ${labs}.id and ${deployments.test} is null))`,
      ),
    )
    .orderBy(asc(labs.title), asc(labs.slug))
}

export type LabOfUser = Awaited<ReturnType<typeof listLabsOfUser>>[number]

export const labSource = {
  table: labs,
  id: sql`${labs.slug}`,
  where: matching,
  keys: {
    title: [sql`${labs.title}`, sql`${labs.slug}`],
    slug: [sql`${labs.slug}`],
    status: [sql`${labs.status}`, sql`${labs.slug}`],
    health: [sql`${labs.health_state}`, sql`${labs.slug}`],
    updated_at: [sql`${labs.updated_at}`, sql`${labs.slug}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: labs.slug,
          ...columnsOf(labs, 'slug', 'title', 'cloud', 'status', 'difficulty', 'duration_minutes'),
          flags: sql<number>`(select count(*)::int from flags f where f.lab_id = "labs"."id" and f.archived_at is null)`,
          deployments: sql<number>`(select count(*)::int from deployments d where d.lab_id = "labs"."id" and d.test is null)`,
          ...columnsOf(labs, 'health', 'updated_at'),
          ...slice.cursor,
        })
        .from(labs),
      slice,
    ),
} satisfies ListSourceOf<'listLabsForAdmin'>

function matching(filter: Output<'labFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(labs.slug, filter.id),
    contains(sql`${labs.slug} || ' ' || ${labs.title}`, filter.q),
    filter.status && eq(labs.status, filter.status),
    filter.health && eq(labs.health_state, filter.health),
    filter.cloud && eq(labs.cloud, filter.cloud),
    filter.difficulty && eq(labs.difficulty, filter.difficulty),
  )
}
