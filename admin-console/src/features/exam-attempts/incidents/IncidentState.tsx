import type { ExamIncident } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const looks = { planned: ['info', 'Planned'], open: ['warn', 'Open'], ended: ['neutral', 'Ended'] } as const

export function IncidentState({ state }: Pick<ExamIncident, 'state'>) {
  const [tone, label] = looks[state]
  return <Chip tone={tone}>{label}</Chip>
}
