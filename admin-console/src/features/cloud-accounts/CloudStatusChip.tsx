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

export function stateSentence(account: CloudAccount): string {
  const { status, holder, hold_reason, last_error, next_try_at, retired_at } = account
  if (retired_at)
    return `It left the pool on ${formatMoment(retired_at)}, and its credentials are deleted. Who had it is kept for two years.`
  const who = holder ?? 'a learner'
  const next = next_try_at && Date.parse(next_try_at) > Date.now() ? `at ${formatMoment(next_try_at)}` : 'in a moment'
  if (hold_reason !== null) return `It is held as soon as the lab of ${who} has ended: ${hold_reason}`
  switch (status) {
    case 'Pending':
      return last_error
        ? `Its credentials do not work. They are tried again ${next}; until then nobody gets it.`
        : 'Its credentials are being tried, and whether it is empty.'
    case 'Available':
      return 'It is empty and free: the next learner who waits gets it.'
    case 'Locked':
      return lockSentence(account, who)
    case 'Provisioning':
      return `The lab of ${who} is being built in it.`
    case 'Provisioned':
      return `The lab of ${who} is in it.`
    case 'Dirty':
      return `Something may be left in it. It is cleaned ${next}.`
    case 'Nuking':
      return 'It is being emptied.'
    case 'Nuked':
      return 'One pass found it empty. It is free once a second pass finds so too.'
  }
}

function lockSentence({ lock_reason }: CloudAccount, who: string): string {
  if (lock_reason === 'lease') return `It is given to ${who}; nothing is built in it yet.`
  if (lock_reason === 'reserved') return 'It is reserved for an exam.'
  if (lock_reason === 'hold') return 'An administrator holds it: nobody gets it, and nothing in it is deleted.'
  return 'Three clean-ups in a row failed, so that nothing is tried by itself any more. A nuke leads out, once what is left can be deleted or is accepted.'
}
