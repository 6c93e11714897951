import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { lockPool } from '../cloud-accounts/pool.ts'
import { toWaitingStages } from './build/build.ts'
import type { DeploymentRow } from './queries.ts'
import { enqueue } from './queue/allocation.ts'
import { findFirstInQueue } from './queue/queries.ts'
import { type Snapshot, saveSnapshot } from './snapshot-queries.ts'

export { findDeployment } from './queries.ts'
export { findSnapshot, readSnapshot } from './snapshot-queries.ts'
export { saveSolvedFlags } from './test-queries.ts'

/**
 * Builds a lab for the canary if an account is free and the queue is empty. Otherwise returns undefined and the caller rolls back the transaction:
 * the canary never waits in a queue.
 */
export async function startCanaryLab(
  tx: Tx,
  deps: Pick<Deps, 'queue' | 'clouds'>,
  { userId, labId, run, values }: { userId: string; labId: string; run: Snapshot; values: Record<string, string> },
): Promise<DeploymentRow | undefined> {
  const { cloud, module_version, duration_minutes } = run.lab
  await lockPool(tx, cloud)
  if (await findFirstInQueue(tx, cloud, [])) return undefined
  const row = await enqueue(tx, deps, {
    user_id: userId,
    lab_id: labId,
    snapshot_id: await saveSnapshot(tx, labId, run),
    cloud,
    module_version,
    stages: toWaitingStages(deps.clouds.stagesOf(run.lab)),
    duration_seconds: duration_minutes * 60,
    test: { values, solved: [], canary: true },
  })
  return row.state === 'provisioning' ? row : undefined
}
