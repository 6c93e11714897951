import type { CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'

type Standing = Pick<CloudAccountRow, 'status' | 'hold_reason'>

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

/** A job will move it on by itself: worth looking again. */
export const isMoving = ({ status, hold_reason }: Standing): boolean =>
  hold_reason !== null || status === 'Provisioning' || status === 'Dirty' || status === 'Nuking' || status === 'Nuked'
