import type { DeploymentState } from '../../../db/schema/index.ts'

/** All transitions of a deployment by event; no others exist. */
export const deploymentTransitions = {
  hold: { from: ['queued'], to: 'held' },
  allocate: { from: ['queued'], to: 'provisioning' },
  leave_queue: { from: ['queued'], to: 'ended' },
  claim: { from: ['held'], to: 'provisioning' },
  miss_hold: { from: ['held'], to: 'queued' },
  give_up_hold: { from: ['held'], to: 'ended' },
  applied: { from: ['provisioning'], to: 'running' },
  end: { from: ['provisioning', 'running'], to: 'ending' },
  ended: { from: ['ending'], to: 'ended' },
} as const satisfies Record<string, { from: readonly DeploymentState[]; to: DeploymentState }>

export type DeploymentEvent = keyof typeof deploymentTransitions
