import type { FlagAlertState } from '@flagyard/api-types'
import { stateChip } from '../../crud/RecordCards.tsx'

const tones = { open: 'warn', dismissed: 'neutral', confirmed: 'bad' } as const
export const alertStates: Record<FlagAlertState, string> = {
  open: 'Open',
  dismissed: 'Dismissed',
  confirmed: 'Confirmed',
}

export const AlertStateChip = stateChip(tones, alertStates)
