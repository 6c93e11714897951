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
import { createdAt, id, instant, version } from './columns.ts'
import type { CloudName } from './labs.ts'
import { users } from './users.ts'

/** Something that was wrong from `opened_at` until `ended_at`. One that comes back soon after its end is the same again. */
export const alarms = pgTable(
  'alarms',
  {
    id: id(),
    kind: text().$type<AlarmKind>().notNull(),
    /** What it is about, such as a cloud or a lab's slug: never a person. */
    subject: text().notNull(),
    level: text().$type<AlarmLevel>().notNull(),
    /** The level as a number, to sort by. */
    rank: smallint().notNull().generatedAlwaysAs(sql`case level when 'urgent' then 3 when 'warning' then 2 else 1 end`),
    sentence: text().notNull(),
    links: jsonb().$type<{ label: string; to: string }[]>().notNull().default([]),
    /** How many rows it is about. */
    count: integer().notNull().default(1),
    opened_at: createdAt(),
    ended_at: instant(),
    owner_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    taken_at: instant(),
    muted_until: instant(),
    mute_reason: text(),
    muted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The mute holds for the next alarm of the same kind and subject, too. */
    mute_stays: boolean().notNull().default(false),
    /** When somebody is to be told of it; null once they were. */
    tell_at: instant().default(sql`now()`),
    told_at: instant(),
    /** Somebody was told of it since it opened or came back, and so is told of its end. */
    is_told: boolean().notNull().default(false),
    /** How many rows it was about when somebody was told last. */
    told_count: integer().notNull().default(0),
    /** How often it was told: mails of one round are not sent twice. */
    round: integer().notNull().default(0),
    /** When the next of the roster is called, unless somebody takes it before. */
    call_at: instant(),
    /** Who was called since it opened or was given back. */
    called: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    /** It ended, and whoever was told of it is not told that yet. */
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

/** What happened to an alarm, by itself and by people. */
export const alarmEvents = pgTable(
  'alarm_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    alarm_id: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    kind: text().$type<AlarmEvent['kind']>().notNull(),
    /** The moment of the entry and not of its transaction. */
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** Who did it, or was called. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    detail: text(),
  },
  (t) => [index('alarm_events_alarm').on(t.alarm_id, t.id)],
)

/** Who is called, in this order, within their hours in the zone of their account. */
export const alarmRoster = pgTable(
  'alarm_roster',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    from_hour: integer().notNull(),
    /** The same as `from_hour`: the whole day. */
    until_hour: integer().notNull(),
  },
  (t) => [index('alarm_roster_position').on(t.position)],
)

/** One row: what owners set. */
export const alarmSettings = pgTable(
  'alarm_settings',
  {
    id: integer().primaryKey().default(1),
    /** The fewest accounts that a region of a cloud should have free. */
    pool_low: jsonb().$type<Record<CloudName, number>>().notNull(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [check('alarm_settings_one', sql`${t.id} = 1`)],
)

/** What is sent to the webhook: its bytes are fixed here, so that every try sends the same. */
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
