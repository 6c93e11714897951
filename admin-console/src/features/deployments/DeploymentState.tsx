import type { DeploymentRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../../lib/format.ts'

const tones = {
  queued: 'info',
  held: 'info',
  provisioning: 'warn',
  running: 'good',
  ending: 'warn',
  ended: 'neutral',
} as const

export const DeploymentState = ({ state, reason = null }: Pick<DeploymentRow, 'state'> & Partial<DeploymentRow>) =>
  state === 'ended' && reason === 'failed' ? (
    <Chip tone="bad">Failed</Chip>
  ) : (
    <Chip tone={tones[state]}>{capitalised(state)}</Chip>
  )
