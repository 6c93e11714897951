import type { CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'

/** In the order of an account's life. */
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

/** A job will move it on by itself: worth looking again. */
export const isMoving = ({ status, lock_reason, hold_reason, next_try_at }: Standing): boolean =>
  hold_reason !== null ||
  lock_reason === 'lease' ||
  BY_ITSELF.includes(status) ||
  // Its credentials are being tried, and not waiting for a try in some minutes.
  (status === 'Pending' && next_try_at === null)

type Standing = Pick<CloudAccountRow, 'status' | 'lock_reason' | 'hold_reason' | 'next_try_at'>
