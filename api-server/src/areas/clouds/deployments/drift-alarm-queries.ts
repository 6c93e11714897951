import { consolePaths } from '@flagyard/api-types/links'
import { asc, count, sql } from 'drizzle-orm'
import { poolDrifts } from '../../../db/schema/index.ts'
import type { AlarmRule } from '../../../extension-points/alarm-rule.ts'
import { pools } from '../cloud-accounts/pool-names.ts'

/** Hours for which repaired pool drift keeps its alarm open. A single repair in one night is harmless; many have a common cause. */
const TOLD_HOURS = 12

/** Reconciliation found states in the pool that our own steps cannot produce. */
export const poolDrifted: AlarmRule = {
  kind: 'pool_drift',
  level: 'warning',
  grows: true,
  async find(tx) {
    const found = await tx
      .select({ cloud: poolDrifts.cloud, count: count() })
      .from(poolDrifts)
      .where(sql`${poolDrifts.at} > now() - make_interval(hours => ${TOLD_HOURS}::int)`)
      .groupBy(poolDrifts.cloud)
      .orderBy(asc(poolDrifts.cloud))
    return found.map((row) => ({
      subject: row.cloud,
      count: row.count,
      sentence: `${row.count === 1 ? 'Something' : `${row.count} things`} in the pool of ${pools[row.cloud].name} ${row.count === 1 ? 'was' : 'were'} not as recorded within ${TOLD_HOURS} hours`,
      links: [{ label: 'The pool', to: consolePaths.pool }],
    }))
  },
}
