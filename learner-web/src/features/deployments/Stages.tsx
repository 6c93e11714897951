import type { Deployment, Stage } from '@flagyard/api-types'
import { StageList } from '@flagyard/ui/StageList'
import { useNow } from '../../lib/useNow.ts'

export const Stages = (props: { stages: Stage[]; isSilent?: boolean }) => <StageList {...props} now={useNow()} />

type ChipTone = 'plain' | 'neutral' | 'good' | 'warn' | 'info' | 'bad'

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

/** Formats an AWS account ID in groups of four: `2209 4471 0032`. Other IDs are unchanged. */
export function formatAccountId(id: string): string {
  return /^\d{12}$/.test(id) ? id.replace(/(\d{4})(?=\d)/g, '$1 ') : id
}
