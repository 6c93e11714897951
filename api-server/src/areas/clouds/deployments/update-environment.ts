import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { CloudError } from '../../../integrations/clouds/driver.ts'
import { isLeaseLost, withHeartbeat } from '../../../jobs/heartbeat.ts'
import { credentialsOf } from '../cloud-accounts/credentials.ts'
import { findAccount } from '../cloud-accounts/pool.ts'
import { resumeTeardown, toBuild } from './build.ts'
import { findExamEnvironment } from './exam-environment-queries.ts'
import * as leases from './lease-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/**
 * Changes variables of an exam's running environment in place, and stores them for later builds. Returns `gone` if it is not running or ended
 * meanwhile, and `busy` while another worker holds it. Holds the lease, so that the account is not torn down meanwhile. Safe to retry: applying the
 * same variables again changes nothing.
 */
export async function updateExamEnvironment(
  deps: NeededDeps,
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
  if (!deployment?.cloud_account_id) return 'busy'
  try {
    const account = await findAccount(db, deployment.cloud_account_id)
    const build = await toBuild(deps, { ...deployment, variables: { ...deployment.variables, ...variables } })
    const touch = () => leases.touchDeploymentHeartbeat(db, id, token, 'running')
    await withHeartbeat({ touch, signal, log }, (alive) =>
      clouds.update(credentialsOf(deps, account), build, { signal: alive }),
    )
    return (await leases.saveVariables(db, id, token, build.variables)) ? 'done' : 'gone'
  } catch (error) {
    if (error instanceof CloudError) return error
    if (isLeaseLost(error)) return 'gone'
    throw error
  } finally {
    await leases.releaseDeploymentLease(db, id, token)
    await resumeTeardown(deps, id)
  }
}
