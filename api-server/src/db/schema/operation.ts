import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, version } from './columns.ts'
import { users } from './users.ts'

export const banners = pgTable(
  'banners',
  {
    id: id(),
    link: text(),
    content: text().notNull(),
    active: boolean().notNull().default(true),
    shows_from: instant(),
    shows_until: instant(),
    position: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** Hidden since this time. It can be restored until it is permanently deleted (retention-queries.ts). */
    removed_at: instant(),
    version: version(),
  },
  (t) => [
    index('banners_active').on(t.active, t.position),
    index('banners_position').on(t.position, t.id),
    index('banners_updated_at').on(t.updated_at, t.id),
    index('banners_shows_from').on(t.shows_from),
    index('banners_shows_until').on(t.shows_until),
    index('banners_search').using('gin', sql`search_fold(${t.content}) gin_trgm_ops`),
  ],
)

/** Every e-mail is inserted in the transaction that causes it; a job sends it. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text().notNull(),
    /** At most one mail per key, even if its cause is repeated. */
    dedupe_key: text(),
    /** Page that lists the mail: `voucher:<id>`, `order:<id>` for the vouchers of an order, `certificate:<id>`. */
    about: text(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attachments: jsonb()
      .$type<{ filename: string; content_type: string; content_base64: string }[]>()
      .notNull()
      .default([]),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'kept' | 'failed' | 'bounced'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    next_at: createdAt(),
    message_id: text(),
    last_error: text(),
    created_at: createdAt(),
    sent_at: instant(),
  },
  (t) => [
    uniqueIndex('outbox_dedupe').on(t.dedupe_key),
    index('outbox_waiting').on(t.next_at).where(sql`${t.state} in ('waiting', 'sending')`),
    index('outbox_created_at').on(t.created_at),
    index('outbox_failed').on(t.user_id, t.created_at, t.id).where(sql`${t.state} in ('failed', 'bounced')`),
    index('outbox_recipient').on(sql`lower(${t.recipient})`, t.created_at),
    index('outbox_with_text').on(t.created_at).where(sql`${t.text} <> ''`),
    index('outbox_user').on(t.user_id, t.created_at, t.id),
    index('outbox_about').on(t.about, t.created_at, t.id).where(sql`${t.about} is not null`),
  ],
)

/** Changes by administrators, written in the transaction of the change. */
export const audit = pgTable(
  'audit',
  {
    id: id(),
    /** Time of the entry, not of its transaction, so that the entries of one transaction are in order. */
    at: instant().notNull().default(sql`clock_timestamp()`),
    actor_id: uuid(),
    actor: text(),
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    address: text(),
    job_id: uuid(),
  },
  (t) => [
    index('audit_at').on(t.at, t.id),
    index('audit_subject').on(t.subject_type, t.subject_id, t.at, t.id),
    index('audit_subject_id').on(t.subject_id, t.at, t.id),
    index('audit_actor').on(t.actor_id, t.at, t.id),
    index('audit_action').on(t.action, t.at, t.id),
    index('audit_job').on(t.job_id, t.at, t.id).where(sql`${t.job_id} is not null`),
  ],
)

/** Response to a request with an Idempotency-Key, returned again if the request is repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account: text().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    status: integer(),
    /** Encrypted, because a response may contain lab credentials or a voucher code. */
    reply_sealed: text(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.operation, t.key] }),
    index('idempotency_keys_created_at').on(t.created_at),
  ],
)

export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), count: integer().notNull(), resets_at: instant().notNull() },
  (t) => [index('rate_limits_resets_at').on(t.resets_at)],
)

/** The owner's settings, and the marker that demo mode writes when it fills an empty database. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: createdAt(),
  updated_by: uuid(),
})

/** Bulk work on many rows, with progress, cancellation and a result per row (features/bulk). */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: id(),
    /** Action, such as `users.disable`. */
    kind: text().notNull(),
    actor_id: uuid().notNull(),
    actor: text().notNull(),
    address: text(),
    /** How the rows were selected: by filter or by id. The rows themselves are in `bulk_items`. */
    input: jsonb().notNull(),
    reason: text(),
    state: text().$type<'waiting' | 'running' | 'done' | 'cancelled' | 'failed'>().notNull().default('waiting'),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    stopped_because: text(),
    /** Fencing token of the current run. A run that finds another token here has lost the job and changes nothing. */
    run_token: uuid(),
    beat_at: createdAt(),
    created_at: createdAt(),
    started_at: instant(),
    finished_at: instant(),
    undo_until: instant(),
    undoes: uuid(),
    undone_by: uuid(),
    /** Incident whose candidates it changes. */
    incident_id: uuid(),
  },
  (t) => [
    index('bulk_jobs_incident').on(t.incident_id, t.created_at, t.id).where(sql`${t.incident_id} is not null`),
    index('bulk_jobs_search').using(
      'gin',
      sql`search_fold(${t.actor} || ' ' || coalesce(${t.reason}, '')) gin_trgm_ops`,
    ),
    index('bulk_jobs_created_at').on(t.created_at, t.id),
    index('bulk_jobs_state').on(t.state, t.created_at, t.id),
    index('bulk_jobs_kind').on(t.kind, t.created_at, t.id),
    index('bulk_jobs_open').on(t.beat_at).where(sql`${t.state} in ('waiting', 'running')`),
  ],
)

/** The rows of a bulk job, fixed at its start, with the result of each. */
export const bulkItems = pgTable(
  'bulk_items',
  {
    job_id: uuid()
      .notNull()
      .references(() => bulkJobs.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    item: text().notNull(),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
    message: text(),
    /** Data required for the undo. */
    memo: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.job_id, t.position] }),
    uniqueIndex('bulk_items_item').on(t.job_id, t.item),
    index('bulk_items_state').on(t.job_id, t.state, t.position),
  ],
)
