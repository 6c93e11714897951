import type { CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'

type Standing = Pick<CloudAccountRow, 'status' | 'lock_reason'>

/** SPEC §3, in the order of an account's life. */
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
export const isMoving = ({ status }: Standing): boolean =>
  status === 'Provisioning' || status === 'Dirty' || status === 'Nuking' || status === 'Nuked'

export const isLeased = ({ status, lock_reason }: Standing): boolean =>
  status === 'Provisioning' || status === 'Provisioned' || (status === 'Locked' && lock_reason === 'lease')

/** Why it cannot be nuked now, or null when it can (DOMAIN §5). */
export function nukeRefusal(account: Standing): string | null {
  if (account.status === 'Nuking' || account.status === 'Nuked') return 'It is being emptied already.'
  if (account.lock_reason === 'reserved') return 'It is reserved for an exam.'
  return null
}

/** Whether a hold may be laid on it. */
export const canHold = ({ status }: Standing): boolean =>
  status === 'Available' || status === 'Provisioning' || status === 'Provisioned' || status === 'Dirty'

export const canRelease = ({ status, lock_reason }: Standing): boolean => status === 'Locked' && lock_reason === 'hold'
