import type { Secrets } from '../../../secrets.ts'

/**
 * The value of a DYNAMIC flag, unique per learner and deployment and derived from a server key. It is never stored, so no call and
 * no table can leak it: the module places it in the environment, and a submitted value is compared with a newly derived one.
 */
export function deriveFlag(
  secrets: Pick<Secrets, 'hmac'>,
  of: { flagId: string; userId: string; deploymentId: string },
): string {
  const digest = secrets.hmac('dynamic-flag', `${of.flagId}:${of.userId}:${of.deploymentId}`)
  return `FLAG{${digest.toString('hex').slice(0, 32)}}`
}

/** The module variable that receives the flag. */
export const variableOf = (flag: { variable: string | null; position: number }) =>
  flag.variable?.trim() || `flag_${flag.position}`
