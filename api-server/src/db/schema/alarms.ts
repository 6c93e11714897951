import type { AlarmEvent, AlarmKind, AlarmLevel } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import type { CloudName } from './labs.ts'
import { users } from './users.ts'

/** A problem that lasted from `opened_at` until `ended_at`. If it recurs soon after its end, the same row is reopened. */
export const alarms = pgTable(
  'alarms',
  {
    id: id(),
    kind: text().$type<AlarmKind>().notNull(),
    /** Affected object, such as a cloud or a lab's slug. Never a person. */
    subject: text().notNull(),
    level: text().$type<AlarmLevel>().notNull(),
    /** The level as a number, to sort by. */
    rank: smallint().notNull().generatedAlwaysAs(sql`case level when 'urgent' then 3 when 'warning' then 2 else 1 end`),
    sentence: text().notNull(),
    links: jsonb().$type<{ label: string; to: string }[]>().notNull().default([]),
    count: integer().notNull().default(1),
    opened_at: createdAt(),
    ended_at: instant(),
    owner_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    taken_at: instant(),
    muted_until: instant(),
    mute_reason: text(),
    muted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The mute also applies to the next alarm of the same kind and subject. */
    mute_stays: boolean().notNull().default(false),
    /** When notifications are due; null after they were sent. */
    tell_at: instant().default(sql`now()`),
    told_at: instant(),
    /** Whether notifications were sent since it opened or recurred; if so, its end is notified too. */
    is_told: boolean().notNull().default(false),
    /** Number of affected rows at the last notification. */
    told_count: integer().notNull().default(0),
    /** Number of the notification round, so that mails of one round are not sent twice. */
    round: integer().notNull().default(0),
    /** When the next person on the roster is called, unless the alarm is acknowledged first. */
    call_at: instant(),
    /** Administrators called since it opened or was released. */
    called: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    /** It ended, and the recipients of its notifications have not been notified of the end yet. */
    end_untold: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('alarms_open').on(t.kind, t.subject).where(sql`${t.ended_at} is null`),
    index('alarms_search').using('gin', sql`search_fold(${t.sentence} || ' ' || ${t.subject}) gin_trgm_ops`),
    index('alarms_opened_at').on(t.opened_at, t.id),
    index('alarms_level').on(t.rank, t.opened_at, t.id),
    index('alarms_by_level').on(t.level, t.opened_at, t.id),
    index('alarms_kind').on(t.kind, t.subject, t.opened_at),
    index('alarms_owner').on(t.owner_id, t.opened_at, t.id).where(sql`${t.owner_id} is not null`),
    index('alarms_muted').on(t.muted_until, t.id).where(sql`${t.ended_at} is null`),
    index('alarms_open_since').on(t.opened_at, t.id).where(sql`${t.ended_at} is null`),
    index('alarms_ended').on(t.ended_at, t.id).where(sql`${t.ended_at} is not null`),
    index('alarms_to_tell').on(t.tell_at).where(sql`${t.tell_at} is not null`),
    index('alarms_to_call').on(t.call_at).where(sql`${t.call_at} is not null`),
    index('alarms_end_untold').on(t.ended_at).where(sql`${t.end_untold}`),
  ],
)

const servers = 'about our servers, not a person'
export const alarmsDuties = personal(alarms, {
  retained: {
    [servers]: {
      [servers]: [
        'id kind subject level rank sentence links count opened_at ended_at muted_until mute_stays tell_at',
        'told_at is_told told_count round call_at end_untold',
      ],
      work: 'taken_at',
    },
    leads: { administrator: 'owner_id muted_by called' },
  },
  redacted: { work: 'mute_reason' },
})

export const alarmEvents = pgTable(
  'alarm_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alarm_id: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    kind: text().$type<AlarmEvent['kind']>().notNull(),
    /** Time of the entry, not of its transaction. */
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** Actor, or the person called. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    detail: text(),
  },
  (t) => [index('alarm_events_alarm').on(t.alarm_id, t.id)],
)

export const alarmEventsDuties = personal(alarmEvents, {
  retained: { [servers]: { ours: 'id', [servers]: 'alarm_id', work: 'kind at' }, leads: { administrator: 'user_id' } },
  redacted: { work: 'detail' },
})

/** On-call roster, in escalation order. Hours are in the time zone of the account. */
export const alarmRoster = pgTable(
  'alarm_roster',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    from_hour: integer().notNull(),
    /** If equal to `from_hour`, the range covers the whole day. */
    until_hour: integer().notNull(),
  },
  (t) => [index('alarm_roster_position').on(t.position)],
)

export const alarmRosterDuties = personal(alarmRoster, {
  of: alarmRoster.user_id,
  as: 'called',
  deleted: { exported: 'position from_hour until_hour', ours: 'user_id' },
})

/** A single row with the owner's settings. */
export const alarmSettings = pgTable(
  'alarm_settings',
  {
    id: integer().primaryKey().default(1),
    /** Minimum number of free accounts per region of a cloud. */
    pool_low: jsonb().$type<Record<CloudName, number>>().notNull(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [check('alarm_settings_one', sql`${t.id} = 1`)],
)

/** Webhook deliveries. The body is stored, so that every attempt sends the same bytes. */
export const alarmDeliveries = pgTable(
  'alarm_deliveries',
  {
    id: id(),
    body: text().notNull(),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    next_at: createdAt(),
    last_error: text(),
    created_at: createdAt(),
    sent_at: instant(),
  },
  (t) => [
    index('alarm_deliveries_waiting').on(t.next_at).where(sql`${t.state} in ('waiting', 'sending')`),
    index('alarm_deliveries_created_at').on(t.created_at),
    index('alarm_deliveries_sent_at').on(t.sent_at).where(sql`${t.sent_at} is not null`),
    index('alarm_deliveries_trouble').on(t.created_at).where(sql`${t.state} <> 'sent'`),
  ],
)

export const alarmRetention: readonly Retention[] = [
  {
    name: 'alarms',
    what: 'Problems with our servers, and the administrators who handled them',
    why: 'To prevent them in the future.',
    tables: [alarms, alarmEvents],
    ...deletedAfter(365, 'after it ended', alarms.ended_at),
  },
  {
    name: 'alarm-deliveries',
    what: 'Alarms sent to another of our systems, without names',
    why: 'To investigate failures.',
    tables: [alarmDeliveries],
    ...deletedAfter(30, 'after they were sent', alarmDeliveries.created_at),
  },
  {
    name: 'alarm-roster',
    what: 'The on-call roster of our administrators, with their hours',
    why: 'To notify the right person of a problem.',
    tables: [alarmRoster],
    ...WHILE_ACCOUNT,
  },
]
