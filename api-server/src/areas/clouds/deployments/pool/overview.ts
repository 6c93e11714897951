import { operations } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { CloudName } from '../../../../db/schema/index.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { busiestMoment } from '../queue/capacity.ts'
import { listOccupancy } from '../queue/capacity-queries.ts'
import { listLabQueues } from '../queue/positions.ts'
import * as queries from './queries.ts'

const FORECAST_HOURS = 24
const HOUR = 3_600_000

export async function readPool(db: Db, caller: CurrentUser): Promise<Accepted<'poolOverview'>> {
  const [regions, turnarounds, queues, outages, drifts] = await Promise.all([
    queries.countRegions(db),
    queries.listTurnarounds(db),
    listLabQueues(db),
    queries.listOutages(db),
    queries.listDrifts(db),
  ])
  const clouds = []
  for (const { cloud, queued, waits_for, oldest_at, estimate_seconds } of queues)
    clouds.push({
      cloud,
      queue: { queued, waits_for, oldest_at, estimate_seconds },
      regions: regions
        .filter((one) => one.cloud === cloud)
        .map(({ cloud: _, ...row }) => {
          const took = turnarounds.find((one) => one.cloud === cloud && one.region === row.region)
          return { ...row, turnaround: took ? { cleaned: took.cleaned, p50: took.p50, p95: took.p95 } : null }
        }),
      forecast: await forecast(db, cloud),
    })
  const may = mayCall(operations.startRegionOutage, caller)
  return { clouds, outages, drifts, allowed: allowedAmong({ region_down: may, reserve: may }) }
}

/** Busiest moment of each coming hour, by the rule for leases and bookings. */
async function forecast(db: Db, cloud: CloudName) {
  const occupancy = await listOccupancy(db, cloud)
  return Array.from({ length: FORECAST_HOURS }, (_, hour) => {
    const from = new Date(occupancy.now.getTime() + hour * HOUR)
    const { accounts, exams, spares, groups, labs } = busiestMoment(occupancy, {
      from,
      until: new Date(from.getTime() + HOUR),
    })
    return {
      at: from,
      accounts,
      exams,
      spares,
      groups,
      labs,
      left: Math.max(0, accounts - exams - spares - groups - labs),
    }
  })
}
