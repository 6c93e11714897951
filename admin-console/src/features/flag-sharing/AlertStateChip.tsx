import type { FlagAlertState } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const tones = { open: 'warn', dismissed: 'neutral', confirmed: 'bad' } as const
export const alertStates: Record<FlagAlertState, string> = {
  open: 'Open',
  dismissed: 'Dismissed',
  confirmed: 'Confirmed',
}

export const AlertStateChip = ({ state }: { state: FlagAlertState }) => (
  <Chip tone={tones[state]}>{alertStates[state]}</Chip>
)
