import type { Db } from '../../../../db/open.ts'
import type { CloudName } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { DeploymentRow } from '../queries.ts'
import { enqueue } from '../queue/allocation.ts'
import { beginTeardown } from '../teardown/teardown.ts'
import { preflightModule, toWaitingStages } from './build.ts'
import { findLatestPreflight, listOverduePreflights } from './queries.ts'

/**
 * Builds one small resource in an account of the exam's cloud, in the same way as labs and exams. It gets an account immediately or fails: it never
 * waits ahead of a lab, and leaves enough accounts for bookings and labs. It ends as soon as it has run.
 */
export async function startPreflight(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'clouds'>,
  { cloud, attempt_id, user_id }: { cloud: CloudName; attempt_id: string; user_id: string },
): Promise<DeploymentRow> {
  const { module_version, module_stages } = preflightModule(cloud)
  const row = await enqueue(tx, deps, {
    user_id,
    preflight_of: attempt_id,
    test: { values: {}, solved: [] },
    cloud,
    module_version,
    stages: toWaitingStages(deps.clouds.stagesOf({ module_stages })),
    duration_seconds: 0,
  })
  if (row.state !== 'provisioning') throw allNeeded()
  return row
}

const allNeeded = () =>
  new ApiError(
    'conflict',
    'All accounts are in use for exams and labs at the moment. This does not affect your exam: its account is booked. Please try again later.',
  )

/**
 * Latest pre-flight of an attempt; undefined before the first. `seconds` is the duration of a successful build, and `minutes_ago` the age by the
 * database clock.
 */
export async function readLatestPreflight(db: Db, attemptId: string) {
  const found = await findLatestPreflight(db, attemptId)
  if (!found) return undefined
  const { state, stages, message, created_at, running_at } = found.deployment
  const isBuilding = state === 'queued' || state === 'held' || state === 'provisioning'
  return {
    state: running_at ? ('passed' as const) : isBuilding ? ('building' as const) : ('failed' as const),
    stages,
    message,
    asked_at: created_at,
    seconds: running_at ? Math.max(0, Math.round((running_at.getTime() - created_at.getTime()) / 1000)) : null,
    minutes_ago: found.minutes_ago,
  }
}

export async function endOverduePreflights({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const { id } of await listOverduePreflights(db))
    await db.transaction((tx) => beginTeardown(tx, { queue }, id, 'expired'))
}
