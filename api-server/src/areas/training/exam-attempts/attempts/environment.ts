import type { Db } from '../../../../db/open.ts'
import { findExamEnvironment } from '../../../clouds/deployments/exam-environment.ts'
import { MAX_FAILED_BUILDS } from '../../../clouds/deployments/failed-builds-sql.ts'
import type { AttemptSituation } from './due-step.ts'

type Environment = AttemptSituation['environment']

/** Progress of an environment, derived from the state of its deployment. */
export const environmentOf = (state: string | null | undefined): Environment =>
  state === 'running'
    ? 'running'
    : state === 'queued' || state === 'held' || state === 'provisioning'
      ? 'building'
      : 'none'

/** The same for display: an environment that is no longer rebuilt automatically is `failed`. */
export function describeEnvironment(state: string | null | undefined, failedBuilds: number): Environment | 'failed' {
  const environment = environmentOf(state)
  return environment === 'none' && failedBuilds >= MAX_FAILED_BUILDS ? 'failed' : environment
}

/** Whether the environment needs manual intervention. */
export async function isStuck(db: Db, attemptId: string): Promise<boolean> {
  const found = await findExamEnvironment(db, attemptId)
  return found !== undefined && describeEnvironment(found.deployment.state, found.failed_builds) === 'failed'
}
