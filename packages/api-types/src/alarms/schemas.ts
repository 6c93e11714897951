import { z } from 'zod'
import { accountName, count, hour, line, listFilter, search, time, uuid } from '../contract/fields.ts'

/** What can be wrong. The rule of each stands in the feature that owns the rows. */
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
])
export type AlarmKind = z.output<typeof alarmKind>

/** `urgent` goes on to the next of the roster while nobody takes it; `notice` sends no mail. */
export const alarmLevel = z.enum(['notice', 'warning', 'urgent'])
export type AlarmLevel = z.output<typeof alarmLevel>

/** By the server's clock: a muted alarm is open still, and tells nobody. */
const alarmState = z.enum(['open', 'muted', 'ended'])
export type AlarmState = z.output<typeof alarmState>
const alarmAction = z.enum(['take', 'give_back', 'mute', 'unmute'])

/** A list of the console that shows the very rows. */
const alarmLink = z.object({ label: z.string(), to: z.string() })

export const alarm = z.object({
  id: uuid,
  kind: alarmKind,
  /** What it is about: a cloud, a lab, an order. */
  subject: z.string(),
  level: alarmLevel,
  state: alarmState,
  sentence: z.string(),
  links: z.array(alarmLink),
  opened_at: time,
  ended_at: time.nullable(),
  /** Who has taken it, and when. */
  owner: z.string().nullable(),
  taken_at: time.nullable(),
  muted_until: time.nullable(),
  mute_reason: z.string().nullable(),
  muted_by: z.string().nullable(),
  /** Actions that the caller may do now; they succeed unless somebody else is faster. */
  allowed: z.array(alarmAction),
})
export type Alarm = z.output<typeof alarm>
export const alarmFilter = listFilter({
  /** Words of the sentence, and what it is about. */
  q: search.optional(),
  state: alarmState.optional(),
  kind: alarmKind.optional(),
  level: alarmLevel.optional(),
  owner: accountName.optional(),
})

const alarmEvent = z.object({
  kind: z.enum(['opened', 'reopened', 'grown', 'called', 'taken', 'given_back', 'muted', 'unmuted', 'ended']),
  at: time,
  /** Who did it, or was called; null for what the server did by itself. */
  username: z.string().nullable(),
  detail: z.string().nullable(),
})
export type AlarmEvent = z.output<typeof alarmEvent>
/** One alarm with what happened to it, the newest first. */
export const alarmRecord = alarm.extend({ history: z.array(alarmEvent) })
export type AlarmRecord = z.output<typeof alarmRecord>

export const alarmMute = z.strictObject({
  until: z.iso.datetime(),
  reason: line(500).min(1, 'Say why nobody needs to be told'),
  /** Also when it ends and comes again before then. */
  stays: z.boolean(),
})

/** The fewest accounts that a region of each cloud should have free; 0 tells nobody. */
const fewest = z.int().min(0).max(1_000)
const poolLow = z.strictObject({ aws: fewest, azure: fewest, gcp: fewest })

export const alarmSettings = z.object({
  version: z.int(),
  /** In the order in which they are called. */
  roster: z.array(
    z.object({
      username: z.string(),
      full_name: z.string(),
      /** The zone of their account, in which the hours are meant. */
      time_zone: z.string(),
      from_hour: hour,
      until_hour: hour,
      /** Within their hours at this moment. */
      is_on_duty: z.boolean(),
      /** False for whoever is disabled or no administrator any more: they are passed over. */
      can_be_called: z.boolean(),
    }),
  ),
  /** Administrators who could stand in the roster. */
  candidates: z.array(z.object({ username: z.string(), full_name: z.string(), time_zone: z.string() })),
  pool_low: z.object({ aws: count, azure: count, gcp: count }),
  /** Null where none is configured. */
  webhook: z
    .object({
      /** Its host alone: the path may be a secret. */
      host: z.string(),
      last_sent_at: time.nullable(),
      waiting: count,
      /** What came of the latest try, where that failed. */
      error: z.string().nullable(),
    })
    .nullable(),
  allowed: z.array(z.enum(['update', 'test'])),
})
export type AlarmSettings = z.output<typeof alarmSettings>
/** From and until the same hour: the whole day. */
export const alarmSettingsEdit = z.strictObject({
  version: z.int(),
  roster: z.array(z.strictObject({ username: accountName, from_hour: hour, until_hour: hour })).max(50),
  pool_low: poolLow,
})

/** A background job that used up its tries. */
export const deadJob = z.object({
  id: uuid,
  job: z.string(),
  died_at: time,
  retries: count,
  error: z.string(),
})
export type DeadJob = z.output<typeof deadJob>
