import { filteredList } from '@flagyard/api-types/console-links'
import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { cloudAccounts } from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { countAccounts, pools } from './pool.ts'
import { isFreeInRegion } from './queries.ts'

const countByCloud = (tx: Db, condition: SQL | undefined) =>
  tx
    .select({ cloud: cloudAccounts.cloud, count: count() })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), condition))
    .groupBy(cloudAccounts.cloud)
    .orderBy(asc(cloudAccounts.cloud))

/** Clean-ups were given up, so the accounts need manual intervention. */
const quarantined: AlarmRule = {
  kind: 'account_quarantined',
  level: 'warning',
  grows: true,
  async find(tx) {
    const found = await countByCloud(tx, eq(cloudAccounts.lock_reason, 'quarantine'))
    return found.map((row) => ({
      subject: row.cloud,
      count: row.count,
      sentence: `${countAccounts(row.cloud, row.count)} in quarantine: three clean-ups in a row failed`,
      links: [
        { label: 'Accounts in quarantine', to: filteredList(pools[row.cloud].list, { lock_reason: 'quarantine' }) },
      ],
    }))
  },
}

const credentialsFailing: AlarmRule = {
  kind: 'credentials_failing',
  level: 'warning',
  grows: true,
  async find(tx) {
    const found = await countByCloud(tx, and(eq(cloudAccounts.status, 'Pending'), isNotNull(cloudAccounts.last_error)))
    return found.map((row) => ({
      subject: row.cloud,
      count: row.count,
      sentence: `${countAccounts(row.cloud, row.count)} cannot be used: the credentials fail`,
      links: [{ label: 'Accounts whose credentials fail', to: filteredList(pools[row.cloud].list, { failing: true }) }],
    }))
  },
}

/** A region has fewer free accounts than the minimum that owners configured. */
const poolLow: AlarmRule = {
  kind: 'pool_low',
  level: 'notice',
  async find(tx, { poolLow: fewest }) {
    const free = sql<number>`(count(*) filter (where ${isFreeInRegion}))::int`
    const rows = await tx
      .select({ cloud: cloudAccounts.cloud, region: cloudAccounts.region, free, total: count() })
      .from(cloudAccounts)
      .where(isNull(cloudAccounts.retired_at))
      .groupBy(cloudAccounts.cloud, cloudAccounts.region)
      .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.region))
    return rows
      .filter((row) => row.free < fewest[row.cloud])
      .map(({ cloud, region, ...row }) => ({
        subject: `${cloud} ${region}`,
        count: row.total - row.free,
        sentence: `${row.free} of ${countAccounts(cloud, row.total)} in ${region} ${row.free === 1 ? 'is' : 'are'} free: fewer than ${fewest[cloud]}`,
        links: [{ label: `Accounts in ${region}`, to: filteredList(pools[cloud].list, { region }) }],
      }))
  },
}

export const cloudAccountAlarms: readonly AlarmRule[] = [quarantined, credentialsFailing, poolLow]
