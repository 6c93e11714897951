import { LAB_DAYS } from '@flagyard/api-types/insight/schemas'
import { and, asc, count, desc, eq, inArray, isNull, max, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  type CourseTally,
  cloudAccounts,
  deployments,
  type FlagTally,
  flags,
  insights,
  type LessonTally,
  labs,
  lessonReports,
  lessons,
  sections,
} from '../../../db/schema/index.ts'
import { columnsOf } from '../../../db/sql.ts'
import { isLearnersLab } from '../../clouds/deployments/index.ts'

/** Maximum number of groups of failed deployments shown. */
const SHOWN_FAILURES = 100

export async function findCourseTally(db: Db, courseId: string) {
  const [row] = await db
    .select({ tally: sql<CourseTally | null>`${insights.tally}`, counted_at: insights.counted_at })
    .from(insights)
    .where(eq(insights.course_id, courseId))
  return row
}

export const listLessonTallies = (db: Db, courseId: string) =>
  db
    .select({
      id: lessons.id,
      section: sections.title,
      ...columnsOf(lessons, 'title', 'kind'),
      has_film: sql<boolean>`${lessons.kind} = 'video' and ${lessons.video} is not null and ${lessons.duration_seconds} > 0`,
      estimate_seconds: lessons.duration_seconds,
      reports: sql<number>`(select count(*)::int from ${lessonReports} r where r.lesson_id = ${lessons.id} and r.state <> 'closed')`,
      tally: sql<LessonTally | null>`${insights.tally}`,
      counted_at: insights.counted_at,
    })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .leftJoin(insights, eq(insights.lesson_id, lessons.id))
    .where(and(eq(lessons.course_id, courseId), isNull(lessons.archived_at), isNull(sections.archived_at)))
    .orderBy(asc(sections.position), asc(lessons.position))

const labsOf = (db: Db, courseId: string) =>
  db
    .select({ lab_id: lessons.lab_id })
    .from(lessons)
    .where(and(eq(lessons.course_id, courseId), isNull(lessons.archived_at)))

export const listFlagTallies = (db: Db, courseId: string) =>
  db
    .select({
      id: flags.id,
      lab: labs.slug,
      lab_title: labs.title,
      title: flags.title,
      tally: sql<FlagTally | null>`${insights.tally}`,
    })
    .from(flags)
    .innerJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(insights, eq(insights.flag_id, flags.id))
    .where(and(inArray(flags.lab_id, labsOf(db, courseId)), isNull(flags.archived_at), ne(flags.type, 'NOFLAG')))
    .orderBy(asc(labs.title), asc(labs.id), asc(flags.position))

const isRecent = sql`${deployments.created_at} > now() - make_interval(days => ${LAB_DAYS}::int)`

/** Recent lab deployments of learners: number, failures, and the time until the credentials were available. */
export const listLabRuns = (db: Db, courseId: string) => {
  const waited = sql`extract(epoch from ${deployments.running_at} - ${deployments.created_at})`
  const percentile = (share: number) =>
    sql<number | null>`round(percentile_cont(${share}) within group (order by ${waited}))::int`
  return db
    .select({
      lab: labs.slug,
      lab_title: labs.title,
      ran: sql<number>`count(${deployments.running_at})::int`,
      failed: sql<number>`(count(*) filter (where ${deployments.reason} = 'failed'))::int`,
      built: sql<number>`(count(*) filter (where ${deployments.running_at} is not null or ${deployments.reason} = 'failed'))::int`,
      median: percentile(0.5),
      p95: percentile(0.95),
    })
    .from(deployments)
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(inArray(deployments.lab_id, labsOf(db, courseId)), isLearnersLab, isRecent))
    .groupBy(labs.id)
    .orderBy(asc(labs.title), asc(labs.id))
}

/** Failed deployments of learners, grouped by lab, cloud, module version, stage and region. */
export function listFailures(db: Db, courseId: string) {
  const stage = sql<
    string | null
  >`(select s ->> 'name' from jsonb_array_elements(${deployments.stages}) s where s ->> 'state' = 'failed' limit 1)`
  const failures = count()
  return db
    .select({
      lab: labs.slug,
      lab_title: labs.title,
      ...columnsOf(deployments, 'cloud', 'module_version'),
      stage: stage.as('stage'),
      region: cloudAccounts.region,
      failures,
      last_at: sql<Date>`${max(deployments.created_at)}`.mapWith(deployments.created_at),
    })
    .from(deployments)
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(
      and(inArray(deployments.lab_id, labsOf(db, courseId)), isLearnersLab, eq(deployments.reason, 'failed'), isRecent),
    )
    .groupBy(labs.id, deployments.cloud, deployments.module_version, sql`stage`, cloudAccounts.region)
    .orderBy(desc(failures), desc(max(deployments.created_at)))
    .limit(SHOWN_FAILURES)
}
