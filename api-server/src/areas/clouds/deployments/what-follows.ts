import type { DeploymentRow } from './queries.ts'

/** Consequences for the learner when we end an environment. Shown after the reason. */
export function whatFollows({ attempt_id, preflight_of }: Pick<DeploymentRow, 'attempt_id' | 'preflight_of'>): string {
  if (attempt_id)
    return 'No reset was used, and what you solved is kept. Your time stands until another environment runs, which is built by itself.'
  if (preflight_of) return 'Your exam is not touched by this.'
  return 'This did not use up a reset, and what you solved is kept. You can deploy the lab again.'
}
