import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { asc, count, sql } from 'drizzle-orm'
import {
  type CloudName,
  cloudAccounts,
  deployments,
  labAccess,
  labSnapshots,
  labs,
  poolDrifts,
} from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { countAccounts, hasEmptyReceipt, isFreeInRegion, isRegionDown, pools } from '../cloud-accounts/index.ts'
import { isQueueBlocked } from './queue/allocation.ts'
import { hasExtraData } from './queue/queries.ts'

interface EmptyPool {
  cloud: CloudName
  waiting: number
  total: number
  used: number
  cleaned: number
  held: number
  quarantined: number
  pending: number
  down: number
  /** Available, but without a clean-up receipt. */
  unproven: number
  /** Available, but reserved for booked exams and groups. */
  free: number
}

/** Learners are waiting and no account can be leased. */
const poolEmpty: AlarmRule = {
  kind: 'pool_empty',
  level: 'urgent',
  async find(tx) {
    const account = cloudAccounts
    const isFree = sql`${isFreeInRegion} and ${hasEmptyReceipt}`
    const { rows } = (await tx.execute(sql`
      select w.cloud, w.waiting, count(${account.id})::int as total,
        (count(*) filter (where ${account.status} in ('Provisioning', 'Provisioned') or ${account.lock_reason} in ('lease', 'reserved')))::int as used,
        (count(*) filter (where ${account.status} in ('Dirty', 'Nuking', 'Nuked')))::int as cleaned,
        (count(*) filter (where ${account.lock_reason} = 'hold'))::int as held,
        (count(*) filter (where ${account.lock_reason} = 'quarantine'))::int as quarantined,
        (count(*) filter (where ${account.status} = 'Pending'))::int as pending,
        (count(*) filter (where ${account.status} = 'Available' and ${isRegionDown}))::int as down,
        (count(*) filter (where ${isFreeInRegion} and not ${hasEmptyReceipt}))::int as unproven,
        (count(*) filter (where ${isFree}))::int as free
      from (select ${deployments.cloud} as cloud, count(*)::int as waiting from ${deployments}
        left join ${labs} on ${labs.id} = ${deployments.lab_id}
        left join ${labSnapshots} on ${labSnapshots.id} = ${deployments.snapshot_id}
        left join ${labAccess} on ${labAccess.lab_id} = ${deployments.lab_id} and ${labAccess.user_id} = ${deployments.user_id}
        where ${deployments.state} = 'queued' and ${hasExtraData} group by 1) w
      left join ${account} on ${account.cloud} = w.cloud and ${account.retired_at} is null
      group by 1, 2 order by 1`)) as unknown as { rows: EmptyPool[] }
    const empty: EmptyPool[] = []
    for (const row of rows) if (row.free === 0 || (await isQueueBlocked(tx, row.cloud))) empty.push(row)
    return empty.map((row) => ({
      subject: row.cloud,
      count: row.waiting,
      sentence: `No ${pools[row.cloud].one} is free, and ${row.waiting === 1 ? '1 lab or exam waits' : `${row.waiting} labs or exams wait`}. ${describeAccounts(row)}`,
      links: [
        {
          label: 'Accounts in use or unavailable',
          to: filteredList(pools[row.cloud].list, { status: ['Locked', 'Pending', 'Dirty', 'Nuking', 'Nuked'] }),
        },
        { label: 'Waiting deployments', to: filteredList('listDeployments', { state: 'queued', cloud: row.cloud }) },
      ],
    }))
  },
}

function describeAccounts({ cloud, total, ...by }: EmptyPool): string {
  if (total === 0) return 'The pool has no accounts'
  const parts: [number, string][] = [
    [by.used, 'in use'],
    [by.cleaned, 'being cleaned'],
    [by.held, 'on hold'],
    [by.quarantined, 'in quarantine'],
    [by.pending, 'not verified'],
    [by.down, 'in a region that is down'],
    [by.unproven, 'without a clean-up receipt'],
    [by.free, 'reserved for booked exams and groups'],
  ]
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `Of ${countAccounts(cloud, total)}: ${found.join(', ')}`
}

/** Number of latest builds per lab that the alarm checks. */
const BUILDS = 5
const FAILED = 3

interface FailingLab {
  slug: string
  title: string
  failed: number
  builds: number
}

/** At least FAILED of a lab's latest BUILDS builds failed on our side within a day. */
const labUnhealthy: AlarmRule = {
  kind: 'lab_unhealthy',
  level: 'warning',
  async find(tx) {
    const { rows } = (await tx.execute(sql`
      select l.slug, l.title, b.failed, b.builds from (
        select lab_id, count(*)::int as builds, (count(*) filter (where reason = 'failed'))::int as failed from (
          select lab_id, reason, row_number() over (partition by lab_id order by created_at desc) as nth
          from deployments where created_at > now() - interval '1 day' and lab_id is not null and test is null
            and (reason = 'failed' or running_at is not null)) d
        where nth <= ${BUILDS} group by lab_id having count(*) filter (where reason = 'failed') >= ${FAILED}) b
      join labs l on l.id = b.lab_id order by l.slug`)) as unknown as { rows: FailingLab[] }
    return rows.map(({ slug, title, failed, builds }) => ({
      subject: slug,
      count: failed,
      sentence: `${failed} of the latest ${builds} builds of “${title}” failed on our side`,
      links: [
        { label: 'The failed builds', to: filteredList('listDeployments', { lab: slug, reason: 'failed' }) },
        { label: 'The lab', to: consolePaths.lab(slug) },
      ],
    }))
  },
}

/** Hours for which repaired pool drift keeps its alarm open. A single repair in one night is harmless; many have a common cause. */
const DRIFT_HOURS = 12

/** Reconciliation found states in the pool that our own steps cannot produce. */
const poolDrifted: AlarmRule = {
  kind: 'pool_drift',
  level: 'warning',
  grows: true,
  async find(tx) {
    const found = await tx
      .select({ cloud: poolDrifts.cloud, count: count() })
      .from(poolDrifts)
      .where(sql`${poolDrifts.at} > now() - make_interval(hours => ${DRIFT_HOURS}::int)`)
      .groupBy(poolDrifts.cloud)
      .orderBy(asc(poolDrifts.cloud))
    return found.map((row) => ({
      subject: row.cloud,
      count: row.count,
      sentence: `${row.count} ${row.count === 1 ? 'mismatch' : 'mismatches'} found in the ${pools[row.cloud].name} pool within ${DRIFT_HOURS} hours`,
      links: [{ label: 'The pool', to: consolePaths.pool }],
    }))
  },
}

export const deploymentAlarms: readonly AlarmRule[] = [poolEmpty, labUnhealthy, poolDrifted]
