import { recordAudit } from '../../audit-log/record.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { AuditActor } from '../../identity/current-user.ts'
import { lockActiveAccount } from '../auth/service.ts'
import type { LabRow } from '../labs/service.ts'
import { toWaitingStages } from './build.ts'
import { assertBelowLabLimit, claim, enqueue } from './enqueue.ts'
import { isActive } from './queries.ts'
import { cancelDeployment } from './service.ts'
import { findLatestTest } from './test-queries.ts'

export { findLatestTest, findSolvedTest, saveSolvedFlag } from './test-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds'>

/**
 * Builds a lab for its author, like any learner's: the same queue, account, time and end. It is no lesson's, starts no access days and costs
 * no reset. A second click is answered with the first.
 */
export const startLabTest = (
  deps: NeededDeps,
  { actor, address }: AuditActor,
  lab: LabRow,
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
      cloud: lab.cloud,
      module_version: lab.module_version,
      stages: toWaitingStages(deps.clouds.stagesOf(lab)),
      duration_seconds: lab.duration_minutes * 60,
      test: { values, solved: [] },
    })
  })

export const endLabTest = (deps: NeededDeps, { actor, address }: AuditActor, lab: LabRow) =>
  deps.db.transaction(async (tx) => {
    const last = await findLatestTest(tx, actor.id, lab.id)
    const row = last && isActive(last) ? await cancelDeployment(tx, deps, last, 'learner') : undefined
    if (!row) throw new ApiError('conflict', 'This lab is not running as a test of yours.')
    await recordAudit(tx, { actor, address, action: 'labs.end_test', subject: { type: 'lab', id: lab.slug } })
    return row
  })
