import type { UserRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const looks = {
  active: ['good', 'Active'],
  inactive: ['warn', 'Not activated'],
  disabled: ['bad', 'Disabled'],
  deleting: ['bad', 'Being deleted'],
} as const

export function StateChip({ state }: { state: UserRow['state'] }) {
  const [tone, label] = looks[state]
  return <Chip tone={tone}>{label}</Chip>
}
