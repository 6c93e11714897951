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
  pool_empty: 'Pool empty, queue waiting',
  pool_low: 'Pool low',
  pool_drift: 'Pool drift',
  account_quarantined: 'Account in quarantine',
  credentials_failing: 'Credentials failing',
  mails_failed: 'E-mails failing',
  jobs_dead: 'Background jobs failed',
  dispute: 'Order disputed',
  payment_refused: 'Payment mismatch',
  dispute_due: 'Dispute: evidence due',
  paid_twice: 'Paid twice',
  tax_evidence: 'Tax country contradicted',
  lab_unhealthy: 'Lab unhealthy',
  canary_failed: 'Canary failed',
  webhook_failing: 'Webhook failing',
  backup_failed: 'Backup failed',
  drill_failed: 'Restore drill failed',
}

export const levelNames: Record<AlarmLevel, string> = { urgent: 'Urgent', warning: 'Warning', notice: 'Notice' }

/** `assigned to ada since 21 Nov 2026, 08:12:40`, or that the alarm is unassigned. */
export function ownerOf({ owner, taken_at, state }: Alarm): string {
  if (owner) return taken_at ? `assigned to ${owner} since ${formatMoment(taken_at)}` : `assigned to ${owner}`
  return state === 'ended' ? 'was not acknowledged' : 'unassigned'
}

const eventNames: Record<AlarmEvent['kind'], (who: string | null, detail: string | null) => string> = {
  opened: () => 'Opened',
  reopened: () => 'Reopened',
  grown: (_, count) => `Grew to ${count}`,
  called: (who) => `${who ?? 'An administrator'} was notified`,
  taken: (who) => `${who ?? 'An administrator'} acknowledged it`,
  given_back: (who) => (who ? `${who} unassigned it` : 'Unassigned: the owner is no longer an administrator'),
  muted: (who, reason) => `${who ?? 'An administrator'} muted it: ${reason}`,
  unmuted: (who) => `${who ?? 'An administrator'} unmuted it`,
  ended: () => 'Cleared automatically',
}

export const eventSentence = ({ kind, username, detail }: AlarmEvent): string => eventNames[kind](username, detail)
