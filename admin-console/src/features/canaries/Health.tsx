import type { LabHealth } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { healthTone, healthWords } from './canary-words.ts'

export const Health = ({ health, isShort = false }: { health: LabHealth; isShort?: boolean }) => (
  <Chip tone={healthTone(health)}>{healthWords(health, { isShort })}</Chip>
)
