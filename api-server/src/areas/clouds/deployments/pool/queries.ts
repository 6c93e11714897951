import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  type CloudName,
  cloudAccounts,
  cloudAccountTransitions,
  courses,
  deploymentInventories,
  deployments,
  exams,
  labs,
  poolDrifts,
  regionOutages,
  users,
} from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import { isFreeInRegion, isRegionDown } from '../../cloud-accounts/index.ts'

interface Region {
  cloud: CloudName
  region: string
}

const inRegion = ({ cloud, region }: Region) =>
  and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.region, region), isNull(cloudAccounts.retired_at))

/** Effect of an outage: number of available accounts and of deployments in the region. Undefined if the pool has no account there. */
export async function countInRegion(db: Db, at: Region) {
  const [row] = await db
    .select({
      available: countOf(sql`${cloudAccounts.status} = 'Available'`),
      building: countOf(sql`${deployments.state} in ('held', 'provisioning')`),
      running: countOf(sql`${deployments.state} = 'running' and ${deployments.exam_id} is null`),
      exams: countOf(sql`${deployments.state} = 'running' and ${deployments.exam_id} is not null`),
    })
    .from(cloudAccounts)
    .leftJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .where(inRegion(at))
    .having(sql`count(*) > 0`)
  return row
}

/** Learners with a lab or exam in the region. */
export const listTenantsOf = (db: Db, at: Region) =>
  db
    .select({
      id: deployments.id,
      user_id: users.id,
      ...columnsOf(users, 'email', 'full_name'),
      lab: labs.title,
      exam: exams.title,
      exam_slug: exams.slug,
      course: courses.slug,
    })
    .from(deployments)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .where(
      and(
        inRegion(at),
        inArray(deployments.state, ['provisioning', 'running']),
        isNull(deployments.test),
        isNull(users.disabled_at),
      ),
    )

/** Days over which turnaround times are measured. */
const TURNAROUND_DAYS = 7
const SHOWN_DRIFTS = 50

const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
const { status, lock_reason } = cloudAccounts

/** Account counts of each region, and the hourly cost by the latest readings. */
export const countRegions = (db: Db) =>
  db
    .select({
      ...columnsOf(cloudAccounts, 'cloud', 'region'),
      total: sql<number>`count(*)::int`,
      available: countOf(isFreeInRegion),
      leased: countOf(sql`${lock_reason} in ('lease', 'reserved') or ${status} = 'Provisioning'`),
      running: countOf(sql`${status} = 'Provisioned'`),
      cleaning: countOf(sql`${status} in ('Dirty', 'Nuking', 'Nuked')`),
      held: countOf(sql`${lock_reason} = 'hold'`),
      quarantined: countOf(sql`${lock_reason} = 'quarantine'`),
      pending: countOf(sql`${status} = 'Pending'`),
      hourly_micros: sql<number>`coalesce(sum(${deploymentInventories.hourly_micros}) filter (where ${deployments.state} = 'running'), 0)::int`,
      unpriced: sql<number>`coalesce(sum((select sum((t ->> 'count')::int) from jsonb_array_elements(${deploymentInventories.types}) t
        where t ->> 'hourly_micros' is null)) filter (where ${deployments.state} = 'running'), 0)::int`,
      is_down: sql<boolean>`bool_or(${isRegionDown})`,
    })
    .from(cloudAccounts)
    .leftJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, deployments.id))
    .where(isNull(cloudAccounts.retired_at))
    .groupBy(cloudAccounts.cloud, cloudAccounts.region)
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.region))

/** Median and 95th percentile of the seconds from the end of a lab until its account is available again. */
export async function listTurnarounds(db: Db) {
  const { rows } = (await db.execute(sql`
    select a.cloud, a.region, count(*)::int as cleaned,
      percentile_cont(0.5) within group (order by took)::int as p50, percentile_cont(0.95) within group (order by took)::int as p95
    from (select t.cloud_account_id, extract(epoch from t.at - (select d.at from ${cloudAccountTransitions} d
        where d.cloud_account_id = t.cloud_account_id and d.id < t.id and d.to_status = 'Dirty'
          and d.from_status in ('Provisioned', 'Provisioning')
        order by d.id desc limit 1)) as took
      from ${cloudAccountTransitions} t
      where t.from_status = 'Nuked' and t.to_status = 'Available' and t.at > now() - make_interval(days => ${TURNAROUND_DAYS}::int)) taken
    join ${cloudAccounts} a on a.id = taken.cloud_account_id
    where took is not null group by 1, 2`)) as unknown as {
    rows: { cloud: string; region: string; cleaned: number; p50: number; p95: number }[]
  }
  return rows
}

export const listOutages = (db: Db) =>
  db
    .select({
      ...columnsOf(regionOutages, 'id', 'cloud', 'region', 'reason', 'started_at'),
      started_by: users.username,
    })
    .from(regionOutages)
    .leftJoin(users, eq(users.id, regionOutages.started_by))
    .where(isNull(regionOutages.ended_at))
    .orderBy(asc(regionOutages.cloud), asc(regionOutages.region))

export const listDrifts = (db: Db) =>
  db
    .select({
      ...columnsOf(poolDrifts, 'id', 'at', 'kind', 'cloud'),
      account_id: cloudAccounts.account_id,
      ...columnsOf(poolDrifts, 'deployment_id', 'detail', 'done'),
    })
    .from(poolDrifts)
    .leftJoin(cloudAccounts, and(eq(cloudAccounts.id, poolDrifts.cloud_account_id)))
    .orderBy(desc(poolDrifts.at), asc(poolDrifts.id))
    .limit(SHOWN_DRIFTS)
