import type { Deployment, EndReason } from '@flagyard/api-types'

type ChipTone = 'plain' | 'neutral' | 'good' | 'warn' | 'info' | 'bad'

/** The chip for the state of a deployment. */
export function deploymentChip(deployment: Pick<Deployment, 'state' | 'reason'> | null): {
  tone: ChipTone
  label: string
} {
  if (!deployment) return { tone: 'plain', label: 'Not started' }
  if (deployment.state === 'ended' && deployment.reason === 'failed') return { tone: 'bad', label: 'Failed' }
  return chips[deployment.state]
}

const chips: Record<Deployment['state'], { tone: ChipTone; label: string }> = {
  queued: { tone: 'info', label: 'In the queue' },
  held: { tone: 'warn', label: 'Your turn' },
  provisioning: { tone: 'info', label: 'Building' },
  running: { tone: 'good', label: 'Running' },
  ending: { tone: 'neutral', label: 'Ending' },
  ended: { tone: 'neutral', label: 'Ended' },
}

/** Why a lab ended. */
export const endReasons: Record<EndReason, string> = {
  learner: 'You ended this lab.',
  expired: 'The time for this lab ran out.',
  reset: 'This lab was reset.',
  administrator: 'An administrator ended this lab.',
  failed: 'This lab could not be built. That is our fault, and it costs you nothing.',
  exam_over: 'This lab ended together with its exam.',
  unclaimed: 'Your turn came twice while you were away, so your place went to the next person in the queue.',
  left_queue: 'You left the queue.',
  spend: 'This lab was ended because it cost more than a lab may.',
  abuse: 'This lab was ended because of what was done in its account. Write to us if that is a mistake.',
}

/** An AWS account number in groups of four, `2209 4471 0032`; other ids as they are. */
export function formatAccountId(id: string): string {
  return /^\d{12}$/.test(id) ? id.replace(/(\d{4})(?=\d)/g, '$1 ') : id
}
