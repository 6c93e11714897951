import type { LabHealth } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { healthTone, healthWords } from './canary-words.ts'

/** Latest canary result of a lab or an exam. */
export const Health = ({ health, isShort = false }: { health: LabHealth; isShort?: boolean }) => (
  <Chip tone={healthTone(health)}>{healthWords(health, { isShort })}</Chip>
)
