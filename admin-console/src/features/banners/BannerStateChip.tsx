import type { BannerRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../../lib/format.ts'

const tones = { active: 'good', planned: 'info', ended: 'neutral', off: 'neutral', removed: 'bad' } as const

export const BannerStateChip = ({ state }: Pick<BannerRecord, 'state'>) => (
  <Chip tone={tones[state]}>{capitalised(state)}</Chip>
)
