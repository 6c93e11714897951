import type { Db } from '../../../../db/open.ts'
import { findExamEnvironment, MAX_FAILED_BUILDS } from '../../../clouds/deployments/index.ts'
import { type AttemptRow, findClock, findScore, isCandidateDisabled } from './attempt-queries.ts'
import type { AttemptSituation } from './due-step.ts'
import type { Score } from './result.ts'

/** A locked attempt with everything that decisions about it depend on. */
export interface Sitting {
  attempt: AttemptRow
  situation: AttemptSituation
  score: Score
}

export async function readSitting(tx: Db, attempt: AttemptRow): Promise<Sitting> {
  const clock = await findClock(tx, attempt.id)
  const score = { ...(await findScore(tx, attempt.id)), passing_points: attempt.terms?.passing_points ?? 0 }
  const found = await findExamEnvironment(tx, attempt.id)
  const situation: AttemptSituation = {
    ...attempt,
    ...score,
    clock,
    environment: environmentOf(found?.deployment.state),
    failed_builds: found?.failed_builds ?? 0,
    candidate_disabled: await isCandidateDisabled(tx, attempt.user_id),
  }
  return { attempt, situation, score }
}

type Environment = AttemptSituation['environment']

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
