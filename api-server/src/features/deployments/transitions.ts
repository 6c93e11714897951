import type { DeploymentState } from '../../db/schema/index.ts'

/** Everything that can happen to a deployment; no other step exists. */
export const deploymentSteps = {
  turn_absent: { from: ['queued'], to: 'held' },
  turn: { from: ['queued'], to: 'provisioning' },
  leave: { from: ['queued'], to: 'ended' },
  claim: { from: ['held'], to: 'provisioning' },
  miss: { from: ['held'], to: 'queued' },
  miss_again: { from: ['held'], to: 'ended' },
  applied: { from: ['provisioning'], to: 'running' },
  end: { from: ['provisioning', 'running'], to: 'ending' },
  ended: { from: ['ending'], to: 'ended' },
} as const satisfies Record<string, { from: readonly DeploymentState[]; to: DeploymentState }>

export type DeploymentEvent = keyof typeof deploymentSteps
