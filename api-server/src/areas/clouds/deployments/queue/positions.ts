import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { CloudName } from '../../../../db/schema/index.ts'
import { forecastQueue, secondsOfUse, secondsUntilFree } from './estimate.ts'
import * as queueQueries from './queries.ts'

const CLOUDS: CloudName[] = ['aws', 'azure', 'gcp']

type QueuePosition = NonNullable<Accepted<'deploymentRow'>['queue']>

interface Queues {
  positions: Map<string, QueuePosition>
  /** Estimated wait for a learner who joins now, in seconds. */
  estimates: Map<CloudName, number | null>
}

export async function readPositions(db: Db, clouds: CloudName[]): Promise<Map<string, QueuePosition>> {
  if (clouds.length === 0) return new Map()
  const [queued, busy, pools] = await Promise.all([
    queueQueries.listQueued(db, clouds),
    queueQueries.listBusyAccounts(db, clouds),
    queueQueries.countPools(db),
  ])
  return computePositions(clouds, { queued, busy, pools }).positions
}

type Read<Call extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>
interface QueueRows {
  queued: Awaited<ReturnType<typeof queueQueries.listQueued>>
  busy: Read<typeof queueQueries.listBusyAccounts>
  pools: Awaited<ReturnType<typeof queueQueries.countPools>>
}

function computePositions(clouds: CloudName[], { queued, busy, pools }: QueueRows): Queues {
  const positions: Queues['positions'] = new Map()
  const estimates: Queues['estimates'] = new Map()
  for (const cloud of clouds) {
    const isFree = pools.some((pool) => pool.cloud === cloud && pool.available > 0)
    const wait = forecastQueue(busy.filter((one) => one.cloud === cloud).map(secondsUntilFree))
    for (const [index, { id, is_waiting, duration_seconds }] of queued.filter((one) => one.cloud === cloud).entries()) {
      // Free accounts are assigned immediately, so a remaining one is reserved for a booking.
      const waits_for = !is_waiting ? 'extra_data' : isFree ? 'bookings' : 'account'
      positions.set(id, { place: index + 1, estimate_seconds: wait.seconds(), waits_for })
      if (is_waiting) wait.take(secondsOfUse(duration_seconds))
    }
    estimates.set(cloud, wait.seconds())
  }
  return { positions, estimates }
}

const none = { available: 0, down: 0, held: 0, quarantined: 0, pending: 0, total: 0 }
type Pool = typeof none

const toCount = ({ total, ...pool }: Pool) => ({
  ...pool,
  busy: total - pool.available - pool.down - pool.held - pool.quarantined - pool.pending,
})

/** Queues of all clouds, with the account counts of each cloud and region. */
export async function listLabQueues(db: Db): Promise<Accepted<'labQueue[]'>> {
  const [queued, busy, pools, held] = await Promise.all([
    queueQueries.listQueued(db, CLOUDS),
    queueQueries.listBusyAccounts(db, CLOUDS),
    queueQueries.countPools(db),
    queueQueries.countHeld(db),
  ])
  const { positions, estimates } = computePositions(CLOUDS, { queued, busy, pools })
  return CLOUDS.map((cloud) => {
    const waiting = queued.filter((one) => one.cloud === cloud)
    const regions = pools.filter((one) => one.cloud === cloud)
    const waits = waiting.map(({ id }) => positions.get(id)?.waits_for)
    const countWaits = (what: QueuePosition['waits_for']) => waits.filter((one) => one === what).length
    const counts = toCount(regions.reduce(sumOf, none))
    const isFree = counts.available > 0 && countWaits('bookings') === 0
    return {
      cloud,
      queued: waiting.length,
      held_for_learners: held.find((one) => one.cloud === cloud)?.held ?? 0,
      waits_for: {
        account: countWaits('account'),
        bookings: countWaits('bookings'),
        extra_data: countWaits('extra_data'),
      },
      oldest_at: earliest(waiting.map(({ queued_at }) => queued_at)),
      estimate_seconds: isFree ? 0 : (estimates.get(cloud) ?? null),
      ...counts,
      regions: regions.map(({ region, ...pool }) => ({ region, ...toCount(pool) })),
    }
  })
}

const sumOf = (a: Pool, b: Pool): Pool => ({
  available: a.available + b.available,
  down: a.down + b.down,
  held: a.held + b.held,
  quarantined: a.quarantined + b.quarantined,
  pending: a.pending + b.pending,
  total: a.total + b.total,
})

const earliest = (times: Date[]): Date | null => times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
