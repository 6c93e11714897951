import type { Alarm, AlarmEvent, AlarmKind, AlarmLevel } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { formatMoment } from '../../lib/format.ts'

const tones = { urgent: 'bad', warning: 'warn', notice: 'info' } as const

/** Severity of an alarm, or that it has ended or is muted. */
export function AlarmLevelChip({ level, state }: Pick<Alarm, 'level' | 'state'>) {
  if (state === 'ended') return <Chip tone="neutral">Ended</Chip>
  if (state === 'muted') return <Chip tone="neutral">{levelNames[level]}, muted</Chip>
  return <Chip tone={tones[level]}>{levelNames[level]}</Chip>
}

export const kindNames: Record<AlarmKind, string> = {
  pool_empty: 'Pool empty, queue waits',
  pool_low: 'Pool low',
  pool_drift: 'Pool not as recorded',
  account_quarantined: 'Account in quarantine',
  credentials_failing: 'Credentials fail',
  mails_failed: 'E-mails fail',
  jobs_dead: 'Background jobs failed',
  dispute: 'Order disputed',
  payment_refused: 'Payment that does not fit',
  dispute_due: 'Dispute: evidence due',
  paid_twice: 'Paid twice',
  tax_evidence: 'Tax country contradicted',
  lab_unhealthy: 'Lab unhealthy',
  canary_failed: 'Canary failed',
  webhook_failing: 'Webhook fails',
}

export const levelNames: Record<AlarmLevel, string> = { urgent: 'Urgent', warning: 'Warning', notice: 'Notice' }

/** `taken by ada at 21 Nov 2026, 08:12:40`, or that the alarm is unassigned. */
export function ownerOf({ owner, taken_at, state }: Alarm): string {
  if (owner) return taken_at ? `taken by ${owner} at ${formatMoment(taken_at)}` : `taken by ${owner}`
  return state === 'ended' ? 'taken by nobody' : 'nobody has taken it'
}

const happened: Record<AlarmEvent['kind'], (who: string | null, detail: string | null) => string> = {
  opened: () => 'It began',
  reopened: () => 'It came back',
  grown: (_, count) => `It grew to ${count}`,
  called: (who) => `${who ?? 'An administrator'} was called`,
  taken: (who) => `${who ?? 'An administrator'} took it`,
  given_back: (who) => (who ? `${who} gave it back` : 'Given back: whoever had it is no administrator any more'),
  muted: (who, reason) => `${who ?? 'An administrator'} muted it: ${reason}`,
  unmuted: (who) => `${who ?? 'An administrator'} took the mute off`,
  ended: () => 'It ended by itself',
}

export const eventSentence = ({ kind, username, detail }: AlarmEvent): string => happened[kind](username, detail)
