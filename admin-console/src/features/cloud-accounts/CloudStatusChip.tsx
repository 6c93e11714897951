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

/** Status of an account, with the reason of a lock: `Locked: quarantine`. A requested hold shows as "being held" until the current lab has ended. */
export function CloudStatusChip({
  account: { status, lock_reason, hold_reason, retired_at },
}: {
  account: Pick<CloudAccountRow, 'status' | 'lock_reason' | 'hold_reason' | 'retired_at'>
}) {
  if (retired_at) return <Chip tone="neutral">Retired</Chip>
  if (hold_reason !== null) return <Chip tone="warn">{`${status}: being held`}</Chip>
  const tone = lock_reason === 'quarantine' ? 'bad' : tones[status]
  return <Chip tone={tone}>{lock_reason ? `${status}: ${lock_reason}` : status}</Chip>
}
