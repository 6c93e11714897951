import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import type { LabRow } from '../../catalogue/labs/index.ts'
import { lockActiveAccount } from '../../platform/auth/index.ts'
import { lockPool } from '../cloud-accounts/index.ts'
import { toWaitingStages } from './build/build.ts'
import { type DeploymentRow, findDeployment, isActive } from './queries.ts'
import { assertBelowLabLimit, claim, enqueue } from './queue/allocation.ts'
import { findFirstInQueue, touchPresence } from './queue/queries.ts'
import { cancelDeployment } from './service.ts'
import * as snapshots from './snapshot-queries.ts'
import { findLatestTest, type Snapshot, saveSnapshot } from './snapshot-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds'>

/**
 * Builds a lab for its author with the same queue, account, time and end as for learners. It belongs to no lesson, does not start the access days
 * and uses no reset. A second click returns the first deployment. `run` is the content to build, which may be a draft.
 */
export const startLabTest = (
  deps: NeededDeps,
  { actor, address }: AuditActor,
  lab: Pick<LabRow, 'id' | 'slug'>,
  run: Pick<Snapshot, 'lab' | 'flags'>,
  values: Record<string, string>,
) =>
  deps.db.transaction(async (tx) => {
    await lockActiveAccount(tx, actor.id)
    const last = await findLatestTest(tx, actor.id, lab.id)
    if (last && isActive(last)) return last.state === 'held' ? claim(tx, deps, last) : last
    await assertBelowLabLimit(tx, actor.id)
    await recordAudit(tx, { actor, address, action: 'labs.test', subject: { type: 'lab', id: lab.slug } })
    return enqueue(tx, deps, {
      user_id: actor.id,
      lab_id: lab.id,
      snapshot_id: await saveSnapshot(tx, lab.id, { ...run, instructions: '' }),
      cloud: run.lab.cloud,
      module_version: run.lab.module_version,
      stages: toWaitingStages(deps.clouds.stagesOf(run.lab)),
      duration_seconds: run.lab.duration_minutes * 60,
      test: { values, solved: [] },
    })
  })

/**
 * Test run of a lab with the content it was built from: one deployment, or an author's newest test of a lab. Undefined without one. A test that waits
 * counts as watched, like the lab of a learner with an open page.
 */
export async function readLabTest(db: Db, of: { id: string } | { userId: string; labId: string }) {
  const deployment = 'id' in of ? await findDeployment(db, of.id) : await findLatestTest(db, of.userId, of.labId)
  if (!deployment) return undefined
  if (deployment.state === 'queued' || deployment.state === 'held') await touchPresence(db, deployment.id)
  const run = deployment.snapshot_id ? await snapshots.findSnapshot(db, deployment.snapshot_id) : undefined
  return { deployment, run, isActive: isActive(deployment) }
}

/** Records a solved flag while the test runs; false if the test has ended or the flag was already recorded. */
export const recordTestedFlag = (tx: Db, id: string, flagId: string): Promise<boolean> =>
  snapshots.saveSolvedFlag(tx, id, flagId)

/** Ends an author's test run. Throws a conflict if it is not running. */
export const endLabTest = (deps: NeededDeps, { actor, address }: AuditActor, lab: Pick<LabRow, 'id' | 'slug'>) =>
  deps.db.transaction(async (tx) => {
    const last = await findLatestTest(tx, actor.id, lab.id)
    const row = last && isActive(last) ? await cancelDeployment(tx, deps, last, 'learner') : undefined
    if (!row) throw new ApiError('conflict', 'You have no running test of this lab.')
    await recordAudit(tx, { actor, address, action: 'labs.end_test', subject: { type: 'lab', id: lab.slug } })
    return row
  })

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

/** Ends the lab of a canary and records the ids of the flags it solved. Does nothing more if the lab is already ending. */
export async function endCanaryLab(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  id: string,
  solved: string[] = [],
): Promise<void> {
  if (solved.length > 0) await snapshots.saveSolvedFlags(tx, id, solved)
  await cancelDeployment(tx, deps, await findDeployment(tx, id), 'learner')
}
