import type { Secrets } from '../../integrations/secrets.ts'

/**
 * The value of a DYNAMIC flag: one per learner and deployment, derived by a server key. It is kept nowhere, so that no call and
 * no table can give it away; the module plants it, and a submitted value is compared with what is derived again.
 */
export function deriveFlag(
  secrets: Pick<Secrets, 'hmac'>,
  of: { flagId: string; userId: string; deploymentId: string },
): string {
  const digest = secrets.hmac('dynamic-flag', `${of.flagId}:${of.userId}:${of.deploymentId}`)
  return `FLAG{${digest.toString('hex').slice(0, 32)}}`
}

/** The variable under which a module receives a flag. */
export const variableOf = (flag: { variable: string | null; position: number }) =>
  flag.variable?.trim() || `flag_${flag.position}`
