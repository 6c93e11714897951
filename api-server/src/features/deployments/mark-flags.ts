import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { findExamSnapshot } from '../exams/service.ts'
import { markPlanted } from '../flags/service.ts'
import * as leases from './lease-queries.ts'
import { listUnmarked, setMarked } from './mark-flags-queries.ts'
import type { DeploymentRow } from './queries.ts'
import { findSnapshot } from './snapshot-queries.ts'

/** The dynamic flags that are planted in a deployment, by what it began with. */
export async function listDynamicFlags(db: Db, deployment: DeploymentRow) {
  if (deployment.preflight_of) return []
  const snapshot = deployment.snapshot_id
    ? await findSnapshot(db, deployment.snapshot_id)
    : await findExamSnapshot(db, deployment.exam_snapshot_id)
  if (!snapshot) return leases.listDynamicFlags(db, deployment)
  return snapshot.flags
    .filter(({ type }) => type === 'DYNAMIC')
    .map(({ id, secret, position }) => ({ id, variable: secret, position }))
}

/** From now on a flag of this deployment is recognised when another learner hands it in. The environment was just built. */
export async function markFlags(tx: Db, secrets: Deps['secrets'], deployment: DeploymentRow): Promise<void> {
  // What somebody only tries, or the canary, counts nowhere, and its flags may stand in a draft alone.
  const flags = deployment.test ? [] : await listDynamicFlags(tx, deployment)
  await markPlanted(tx, secrets, deployment, flags, deployment.running_at)
  await setMarked(tx, deployment.id)
}

/**
 * Marks the flags of environments that were built before flags were marked. Replay: what is marked is not found again, and marking twice changes
 * nothing.
 */
export async function markOlderFlags({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  for (const deployment of await listUnmarked(db)) await db.transaction((tx) => markFlags(tx, secrets, deployment))
}
