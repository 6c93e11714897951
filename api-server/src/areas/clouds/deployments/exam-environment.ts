import { randomUUID } from 'node:crypto'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { CloudError } from '../../../integrations/clouds/driver.ts'
import { isLeaseLost, withHeartbeat } from '../../../jobs/heartbeat.ts'
import { accountOf, credentialsOf } from '../cloud-accounts/index.ts'
import { resumeTeardown, toBuild, toWaitingStages } from './build/build.ts'
import * as leases from './lease-queries.ts'
import { presentAccess, presentContents } from './present.ts'
import { enqueue } from './queue/allocation.ts'
import { cancelDeployment } from './service.ts'
import { findExamEnvironment } from './snapshot-queries.ts'

type NeededDeps = Pick<Deps, 'queue' | 'clouds'>

/** Queue priority of exams: before all labs. */
const EXAM_PRIORITY = -10

/** A booked exam, with what its environment needs. */
interface ExamToBuild {
  id: string
  cloud: CloudName
  module_version: string
  module_stages: Parameters<Deps['clouds']['stagesOf']>[0]['module_stages']
}

/** Builds the environment of an attempt in an account reserved for it. The caller has locked the attempt. */
export const startExamEnvironment = (
  tx: Db,
  deps: NeededDeps,
  exam: ExamToBuild,
  attempt: {
    id: string
    user_id: string
    snapshot_id: string | null
    seconds: number
    variables: Record<string, string>
  },
) =>
  enqueue(tx, deps, {
    user_id: attempt.user_id,
    attempt_id: attempt.id,
    exam_id: exam.id,
    exam_snapshot_id: attempt.snapshot_id,
    cloud: exam.cloud,
    module_version: exam.module_version,
    variables: attempt.variables,
    stages: toWaitingStages(deps.clouds.stagesOf(exam)),
    priority: EXAM_PRIORITY,
    duration_seconds: attempt.seconds,
  })

/** Ends the newest environment of an attempt. Does nothing if there is none, or it is already ending. */
export async function endExamEnvironment(
  tx: Db,
  deps: NeededDeps,
  attemptId: string,
  reason: 'exam_over' | 'reset' | 'administrator',
): Promise<void> {
  const found = await findExamEnvironment(tx, attemptId)
  if (found) await cancelDeployment(tx, deps, found.deployment, reason)
}

/** The environment as its candidate sees it. Credentials are decrypted only while it runs. */
export function presentExamEnvironment(
  deps: Pick<Deps, 'secrets' | 'config'>,
  { deployment: row, account, inventory }: NonNullable<Awaited<ReturnType<typeof findExamEnvironment>>>,
): Accepted<'examEnvironment'> {
  return {
    ...row,
    account_id: account?.account_id ?? null,
    region: account?.region ?? null,
    contents: row.state === 'running' ? presentContents(inventory) : null,
    ...presentAccess(deps, row),
  }
}

type UpdateDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/**
 * Changes variables of an exam's running environment in place, and stores them for later builds. Returns `gone` if it is not running or ended
 * meanwhile, and `busy` while another worker holds it. Holds the lease, so that the account is not torn down meanwhile. Safe to retry: applying the
 * same variables again changes nothing.
 */
export async function updateExamEnvironment(
  deps: UpdateDeps,
  attemptId: string,
  variables: Record<string, string>,
  signal: AbortSignal,
): Promise<'done' | 'gone' | 'busy' | CloudError> {
  const { db, clouds, log } = deps
  const found = await findExamEnvironment(db, attemptId)
  if (found?.deployment.state !== 'running') return 'gone'
  const token = randomUUID()
  const { id } = found.deployment
  const deployment = await leases.acquireDeploymentLease(db, id, 'running', token)
  if (!deployment) return 'busy'
  try {
    const account = await accountOf(db, deployment)
    if (!account) return 'gone'
    const build = await toBuild(deps, { ...deployment, variables: { ...deployment.variables, ...variables } })
    const touch = () => leases.touchDeploymentHeartbeat(db, id, token, 'running')
    await withHeartbeat({ touch, signal, log }, (alive) =>
      clouds.update(credentialsOf(deps, account), build, { signal: alive }),
    )
    const isSaved = await leases.updateLeased(db, id, token, 'running', { variables: build.variables })
    return isSaved ? 'done' : 'gone'
  } catch (error) {
    if (error instanceof CloudError) return error
    if (isLeaseLost(error)) return 'gone'
    throw error
  } finally {
    await leases.releaseDeploymentLease(db, id, token)
    await resumeTeardown(deps, id)
  }
}
