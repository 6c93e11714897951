import type { Alarm } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { levelNames } from './alarm-words.ts'

const tones = { urgent: 'bad', warning: 'warn', notice: 'info' } as const

/** Severity of an alarm, or that it has ended or is muted. */
export function AlarmLevelChip({ level, state }: Pick<Alarm, 'level' | 'state'>) {
  if (state === 'ended') return <Chip tone="neutral">Ended</Chip>
  if (state === 'muted') return <Chip tone="neutral">{levelNames[level]}, muted</Chip>
  return <Chip tone={tones[level]}>{levelNames[level]}</Chip>
}
