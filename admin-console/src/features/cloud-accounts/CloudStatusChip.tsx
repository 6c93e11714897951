import type { CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'
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

/** In lifecycle order. */
export const statuses: CloudStatus[] = [
  'Pending',
  'Available',
  'Locked',
  'Provisioning',
  'Provisioned',
  'Dirty',
  'Nuking',
  'Nuked',
]
export const lockReasons: LockReason[] = ['lease', 'reserved', 'hold', 'quarantine']

const BY_ITSELF: CloudStatus[] = ['Provisioning', 'Dirty', 'Nuking', 'Nuked']

/** True if a job or a learner will change the state soon, so that the page is worth polling. */
export const isMoving = ({ status, lock_reason, hold_reason, next_try_at }: Standing): boolean =>
  hold_reason !== null ||
  lock_reason === 'lease' ||
  BY_ITSELF.includes(status) ||
  // The credential check is running, rather than waiting for a retry.
  (status === 'Pending' && next_try_at === null)

type Standing = Pick<CloudAccountRow, 'status' | 'lock_reason' | 'hold_reason' | 'next_try_at'>
