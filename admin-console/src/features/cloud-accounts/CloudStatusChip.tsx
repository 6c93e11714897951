import type { CloudAccount, CloudAccountRow, CloudStatus, LockReason } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { formatMoment } from '../../lib/format.ts'

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
  if (hold_reason !== null) return <Chip tone="warn">{`${status}: hold requested`}</Chip>
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

const AUTOMATIC: CloudStatus[] = ['Provisioning', 'Dirty', 'Nuking', 'Nuked']

/** True if a job or a learner will change the state soon, so that the page is worth polling. */
export const isMoving = ({ status, lock_reason, hold_reason, next_try_at }: Standing): boolean =>
  hold_reason !== null ||
  lock_reason === 'lease' ||
  AUTOMATIC.includes(status) ||
  // The credential check is running, rather than waiting for a retry.
  (status === 'Pending' && next_try_at === null)

type Standing = Pick<CloudAccountRow, 'status' | 'lock_reason' | 'hold_reason' | 'next_try_at'>

export function stateSentence(account: CloudAccount): string {
  const { status, holder, hold_reason, last_error, next_try_at, retired_at } = account
  if (retired_at)
    return `Retired on ${formatMoment(retired_at)}. Its credentials were deleted; its holders are retained for two years.`
  const who = holder ?? 'a learner'
  const next = next_try_at && Date.parse(next_try_at) > Date.now() ? `at ${formatMoment(next_try_at)}` : 'shortly'
  if (hold_reason !== null) return `On hold as soon as the lab of ${who} has ended: ${hold_reason}`
  switch (status) {
    case 'Pending':
      return last_error
        ? `The credentials do not work, so the account is not leased. Next check ${next}.`
        : 'Checking the credentials and whether the account is empty.'
    case 'Available':
      return 'Empty and free for the next learner in the queue.'
    case 'Locked':
      return lockSentence(account, who)
    case 'Provisioning':
      return `Building the lab of ${who}.`
    case 'Provisioned':
      return `Running the lab of ${who}.`
    case 'Dirty':
      return `May contain leftover resources. Next clean-up ${next}.`
    case 'Nuking':
      return 'Clean-up is running.'
    case 'Nuked':
      return 'One pass found it empty. It becomes available when a second pass confirms that.'
  }
}

function lockSentence({ lock_reason }: CloudAccount, who: string): string {
  if (lock_reason === 'lease') return `Leased to ${who}; nothing has been built yet.`
  if (lock_reason === 'reserved') return 'Reserved for an exam.'
  if (lock_reason === 'hold') return 'On hold by an administrator: it is not leased and nothing in it is deleted.'
  return 'Three clean-ups in a row failed, so automatic clean-up has stopped. Nuke it again after the rest is deletable or accepted.'
}
