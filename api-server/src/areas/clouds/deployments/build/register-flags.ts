import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { findExamSnapshot } from '../../../catalogue/exams/index.ts'
import { saveDeployedFlags } from '../../../catalogue/flags/index.ts'
import * as leases from '../lease-queries.ts'
import type { DeploymentRow } from '../queries.ts'
import { findSnapshot } from '../snapshot-queries.ts'
import { listUnregistered, setFlagsRegistered } from './queries.ts'

/** Dynamic flags of a deployment, from the snapshot it was built from. */
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

/** Registers the flags of a newly built deployment, so that they are recognised when another learner submits them. */
export async function registerFlags(tx: Db, secrets: Deps['secrets'], deployment: DeploymentRow): Promise<void> {
  // Tests and canary runs do not count, and their flags may only exist in a draft.
  const flags = deployment.test ? [] : await listDynamicFlags(tx, deployment)
  await saveDeployedFlags(tx, secrets, deployment, flags, deployment.running_at)
  await setFlagsRegistered(tx, deployment.id)
}

/** Marks the flags of environments built before marking was introduced. Safe to retry: marked environments are skipped, and marking twice has no effect. */
export async function registerOlderFlags({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  for (const deployment of await listUnregistered(db))
    await db.transaction((tx) => registerFlags(tx, secrets, deployment))
}
