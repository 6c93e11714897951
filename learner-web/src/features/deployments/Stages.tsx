import type { Deployment, Stage } from '@flagyard/api-types'
import { StageList } from '@flagyard/ui/StageList'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/deployments.ts'

export const Stages = (props: { stages: Stage[]; isSilent?: boolean }) => <StageList {...props} now={useNow()} />

type ChipTone = 'plain' | 'neutral' | 'good' | 'warn' | 'info' | 'bad'

export function deploymentChip(deployment: Pick<Deployment, 'state' | 'reason'> | null): {
  tone: ChipTone
  label: string
} {
  if (!deployment) return { tone: 'plain', label: t.notStarted }
  if (deployment.state === 'ended' && deployment.reason === 'failed') return { tone: 'bad', label: t.failed }
  return { tone: tones[deployment.state], label: t.states[deployment.state] }
}

const tones: Record<Deployment['state'], ChipTone> = {
  queued: 'info',
  held: 'warn',
  provisioning: 'info',
  running: 'good',
  ending: 'neutral',
  ended: 'neutral',
}

/** Formats an AWS account ID in groups of four: `2209 4471 0032`. Other IDs are unchanged. */
export function formatAccountId(id: string): string {
  return /^\d{12}$/.test(id) ? id.replace(/(\d{4})(?=\d)/g, '$1 ') : id
}
