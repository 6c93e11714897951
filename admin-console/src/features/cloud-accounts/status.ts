import type { CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'

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
