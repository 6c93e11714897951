import type { BulkJob } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const looks = {
  waiting: ['neutral', 'Waiting'],
  running: ['info', 'Running'],
  done: ['good', 'Done'],
  cancelled: ['warn', 'Cancelled'],
  failed: ['bad', 'Stopped'],
} as const

export function JobStateChip({ state }: Pick<BulkJob, 'state'>) {
  const [tone, label] = looks[state]
  return <Chip tone={tone}>{label}</Chip>
}
