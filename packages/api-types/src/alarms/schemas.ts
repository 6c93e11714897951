import { z } from 'zod'
import { accountName, count, hour, line, listFilter, search, time, uuid } from '../contract/fields.ts'

/** Kinds of alarms. The rule for each is in the feature that owns the rows. */
export const alarmKind = z.enum([
  'pool_empty',
  'pool_low',
  'pool_drift',
  'account_quarantined',
  'credentials_failing',
  'mails_failed',
  'jobs_dead',
  'dispute',
  'payment_refused',
  'dispute_due',
  'paid_twice',
  'tax_evidence',
  'lab_unhealthy',
  'canary_failed',
  'webhook_failing',
  'backup_failed',
  'drill_failed',
])
export type AlarmKind = z.output<typeof alarmKind>

/** `urgent` escalates through the on-call roster until it is acknowledged; `notice` sends no mail. */
export const alarmLevel = z.enum(['notice', 'warning', 'urgent'])
export type AlarmLevel = z.output<typeof alarmLevel>

/** Computed from the server clock. A muted alarm is still open but sends no notifications. */
const alarmState = z.enum(['open', 'muted', 'ended'])
export type AlarmState = z.output<typeof alarmState>
const alarmAction = z.enum(['take', 'give_back', 'mute', 'unmute'])

/** Link to the console list that shows the affected rows. */
const alarmLink = z.object({ label: z.string(), to: z.string() })

export const alarm = z.object({
  id: uuid,
  kind: alarmKind,
  /** Affected cloud, lab or order. */
  subject: z.string(),
  level: alarmLevel,
  state: alarmState,
  sentence: z.string(),
  links: z.array(alarmLink),
  opened_at: time,
  ended_at: time.nullable(),
  /** Administrator who acknowledged the alarm, and when. */
  owner: z.string().nullable(),
  taken_at: time.nullable(),
  muted_until: time.nullable(),
  mute_reason: z.string().nullable(),
  muted_by: z.string().nullable(),
  allowed: z.array(alarmAction),
})
export type Alarm = z.output<typeof alarm>
export const alarmFilter = listFilter({
  /** Searches the message and the subject. */
  q: search.optional(),
  state: alarmState.optional(),
  kind: alarmKind.optional(),
  level: alarmLevel.optional(),
  owner: accountName.optional(),
})

const alarmEvent = z.object({
  kind: z.enum(['opened', 'reopened', 'grown', 'called', 'taken', 'given_back', 'muted', 'unmuted', 'ended']),
  at: time,
  /** Actor or person notified; null for automatic events. */
  username: z.string().nullable(),
  detail: z.string().nullable(),
})
export type AlarmEvent = z.output<typeof alarmEvent>
/** An alarm and its history, newest event first. */
export const alarmRecord = alarm.extend({ history: z.array(alarmEvent) })
export type AlarmRecord = z.output<typeof alarmRecord>

export const alarmMute = z.strictObject({
  until: z.iso.datetime(),
  reason: line(500).min(1, 'Enter the reason for muting'),
  /** Whether the mute also applies if the alarm clears and recurs before then. */
  stays: z.boolean(),
})

/** Minimum number of free accounts per region of each cloud; 0 turns the alarm off. */
const fewest = z.int().min(0).max(1_000)
const poolLow = z.strictObject({ aws: fewest, azure: fewest, gcp: fewest })

export const alarmSettings = z.object({
  version: z.int(),
  /** In escalation order. */
  roster: z.array(
    z.object({
      username: z.string(),
      full_name: z.string(),
      /** Time zone of the account. The hours are in this zone. */
      time_zone: z.string(),
      from_hour: hour,
      until_hour: hour,
      /** Whether the current time is within their hours. */
      is_on_duty: z.boolean(),
      /** False for disabled accounts and former administrators, who are skipped. */
      can_be_called: z.boolean(),
    }),
  ),
  /** Administrators who can be added to the roster. */
  candidates: z.array(z.object({ username: z.string(), full_name: z.string(), time_zone: z.string() })),
  pool_low: z.object({ aws: count, azure: count, gcp: count }),
  /** Null if no webhook is configured. */
  webhook: z
    .object({
      /** Host only: the path may contain a secret. */
      host: z.string(),
      last_sent_at: time.nullable(),
      waiting: count,
      /** Error of the last attempt; null if it succeeded. */
      error: z.string().nullable(),
    })
    .nullable(),
  allowed: z.array(z.enum(['update', 'test'])),
})
export type AlarmSettings = z.output<typeof alarmSettings>
/** If both hours are equal, the range covers the whole day. */
export const alarmSettingsEdit = z.strictObject({
  version: z.int(),
  roster: z.array(z.strictObject({ username: accountName, from_hour: hour, until_hour: hour })).max(50),
  pool_low: poolLow,
})
