import type { CloudAccountRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

const tones = {
  Pending: 'neutral',
  Available: 'good',
  Locked: 'warn',
  Provisioning: 'info',
  Provisioned: 'info',
  Dirty: 'warn',
  Nuking: 'info',
  Nuked: 'info',
} as const

/** `Locked: quarantine` and its kin: the state, and for a lock its reason. */
export function CloudStatusChip({
  account: { status, lock_reason },
}: {
  account: Pick<CloudAccountRow, 'status' | 'lock_reason'>
}) {
  const tone = lock_reason === 'quarantine' ? 'bad' : tones[status]
  return <Chip tone={tone}>{lock_reason ? `${status}: ${lock_reason}` : status}</Chip>
}
