import type { HomeBlock, LegalPageName, WebhookEvent } from '@flagyard/api-types'
import { and, inArray, ne, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BrandPictures } from '../../brand.ts'
import { personal } from '../duties.ts'
import { deletedAfter, emptiedAfter, FOR_EVER, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { isOlder } from '../sql.ts'
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
    /** Hidden since this time. It can be restored until it is permanently deleted (`bannerRetention`). */
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

/** A single row with the owner's brand. Without it, the brand is Flagyard. */
export const brand = pgTable(
  'brand',
  {
    id: integer().primaryKey().default(1),
    name: text().notNull(),
    mail_sender_name: text(),
    support_address: text(),
    accent_light: text(),
    accent_dark: text(),
    social_links: text().array().notNull(),
    powered_by_shown: boolean().notNull(),
    pictures: jsonb().$type<BrandPictures>().notNull(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [check('brand_one', sql`${t.id} = 1`)],
)

/** A single row with the blocks of the home page. Without it, the page has the default blocks. */
export const homePage = pgTable(
  'home_page',
  {
    id: integer().primaryKey().default(1),
    blocks: jsonb().$type<HomeBlock[]>().notNull(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [check('home_page_one', sql`${t.id} = 1`)],
)

/** Versions of the legal pages. A draft or scheduled version is the last of its page; a trigger refuses changes of those in effect. */
export const legalVersions = pgTable(
  'legal_versions',
  {
    page: text().$type<LegalPageName>().notNull(),
    version: integer().notNull(),
    markdown: text().notNull(),
    /** Changes since the version before, for readers. */
    summary: text().notNull(),
    needs_acceptance: boolean().notNull(),
    /** Null for a draft. */
    effective_at: instant(),
    /** Counts the changes of a draft, so that a change of an older one is refused. */
    edit: integer().notNull().default(1),
    updated_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.page, t.version] })],
)

/** Versions of legal pages that learners accepted. Only added to: a trigger refuses changes. */
export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    page: text().$type<LegalPageName>().notNull(),
    version: integer().notNull(),
    /** Where it was accepted. */
    via: text().$type<'sign_up' | 'order' | 'exam' | 'page'>().notNull(),
    accepted_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.page, t.version] }),
    foreignKey({ columns: [t.page, t.version], foreignColumns: [legalVersions.page, legalVersions.version] }),
    index('legal_acceptances_version').on(t.page, t.version),
  ],
)

export const legalAcceptancesDuties = personal(legalAcceptances, {
  of: legalAcceptances.user_id,
  as: 'accepted_pages',
  order: [legalAcceptances.accepted_at, legalAcceptances.page],
  deleted: { exported: 'page version via accepted_at', ours: 'user_id' },
})

export const legalRetention: readonly Retention[] = [
  {
    name: 'accepted-pages',
    what: 'The versions of our terms and rules that you accepted',
    why: 'To show what we agreed on.',
    tables: [legalAcceptances],
    ...WHILE_ACCOUNT,
  },
]

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

export const outboxDuties = personal(outbox, {
  deleted: {
    exported: 'kind subject state created_at sent_at',
    ours: 'id dedupe_key about user_id message_id',
    'the address of the account, which is in its own file': 'recipient',
    'may contain links and codes that grant access': 'text html attachments',
    work: 'attempts next_at last_error',
  },
  byAddress: { erased: 'recipient', redacted: 'subject text html' },
})

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

const written = 'actions of administrators remain recorded'
export const auditDuties = personal(audit, {
  of: audit.actor_id,
  retained: {
    [written]: { exported: 'at action', ours: 'id job_id', 'the account itself': 'subject_type' },
    leads: { administrator: 'actor_id' },
  },
  redacted: { exported: 'before after reason' },
  cleared: { exported: 'address' },
  aliased: { administrator: 'actor' },
  replaced: { 'the account itself': 'subject_id' },
  byAddress: { redacted: 'before after reason' },
})

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

export const idempotencyKeysDuties = personal(idempotencyKeys, {
  of: idempotencyKeys.account,
  deleted: {
    'stored for a day to answer a repeated request; a copy of exported data':
      'account operation key request_hash status reply_sealed created_at',
  },
})

export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), count: integer().notNull(), resets_at: instant().notNull() },
  (t) => [index('rate_limits_resets_at').on(t.resets_at)],
)

export const rateLimitsDuties = personal(rateLimits, {
  deleted: { 'a counter that resets after some minutes': 'key count resets_at' },
  byAddress: { erased: 'key' },
})

/** The owner's settings, and the marker that demo mode writes when it fills an empty database. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: createdAt(),
  updated_by: uuid(),
})

export const settingsDuties = personal(settings, {
  retained: {
    'about the product, not a person': 'key value updated_at',
    leads: { 'about the product, not a person': 'updated_by' },
  },
})

/** Bulk work on many rows, with progress, cancellation and a result per row (areas/operations/bulk). */
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

const others = 'bulk actions are about other people, or in the audit log'
const report = 'the report of a bulk action, without names'
export const bulkJobsDuties = personal(bulkJobs, {
  of: bulkJobs.actor_id,
  retained: {
    [report]: {
      [others]: [
        'id kind state total done failed run_token beat_at created_at started_at finished_at undo_until undoes',
        'undone_by incident_id',
      ],
    },
    leads: { [others]: 'actor_id' },
  },
  redacted: { [others]: 'input reason stopped_because' },
  cleared: { [others]: 'address' },
  aliased: { [others]: 'actor' },
  byAddress: { redacted: 'input reason stopped_because' },
})

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

export const bulkItemsDuties = personal(bulkItems, {
  retained: { [report]: { [others]: 'job_id position state message memo' } },
  replaced: { [others]: 'item' },
})

export const bannerRetention: readonly Retention[] = [
  {
    name: 'removed-banners',
    what: 'Removed announcements',
    why: 'To restore one that was removed by mistake.',
    tables: [banners],
    ...deletedAfter(30, 'after they were removed', banners.removed_at),
  },
]

/** Waiting mails are not included: they are given up within two days and then count as failed. */
const isOver = inArray(outbox.state, ['sent', 'kept', 'failed', 'bounced'])

export const mailRetention: readonly Retention[] = [
  {
    name: 'mail-texts',
    what: 'The text of mails that could not be sent, with links and attachments',
    why: 'So that support can resend a mail.',
    tables: [outbox],
    ...emptiedAfter(
      30,
      'after it was written',
      { text: '', html: '', attachments: [] },
      outbox.created_at,
      and(isOver, ne(outbox.text, '')),
    ),
  },
  {
    name: 'mails',
    what: 'The mail log: recipient, time and subject',
    why: 'To find out whether a mail was delivered.',
    tables: [outbox],
    ...deletedAfter(365, 'after it was written', outbox.created_at, isOver),
  },
]

export const auditRetention: readonly Retention[] = [
  {
    name: 'audit',
    what: 'Changes by administrators, with time and reason',
    why: 'So that changes cannot be hidden. Your name is removed when you delete your account.',
    tables: [audit],
    ...FOR_EVER,
  },
]

export const bulkRetention: readonly Retention[] = [
  {
    name: 'bulk-items',
    what: 'Accounts changed in bulk, with the results',
    why: 'To investigate failures.',
    tables: [bulkItems],
    ...deletedAfter(
      90,
      'after the change',
      (days) => sql`exists (select 1 from ${bulkJobs}
      where ${bulkJobs.id} = ${bulkItems.job_id} and ${isOlder(bulkJobs.finished_at, days)})`,
    ),
  },
  {
    name: 'bulk-jobs',
    what: 'Bulk changes of accounts',
    why: 'To review the changes.',
    tables: [bulkJobs],
    ...deletedAfter(365, 'after the change', bulkJobs.finished_at),
  },
]

export const attemptRetention: readonly Retention[] = [
  {
    name: 'attempts',
    what: 'Counts of attempts, by account or network address',
    why: 'To stop attempts to guess passwords and flags.',
    tables: [rateLimits],
    ...deletedAfter(1, 'after the counting period', rateLimits.resets_at),
  },
]

export const idempotencyRetention: readonly Retention[] = [
  {
    name: 'idempotency-keys',
    what: 'Responses to requests that may be repeated',
    why: 'So that a double click buys only once.',
    tables: [idempotencyKeys],
    ...deletedAfter(1, 'after the request', idempotencyKeys.created_at),
  },
]

/** Figures of one day in UTC. They contain no names, and can be summed over any span of days. */
export interface DayFigures {
  signups: number
  /**
   * Learners active that day, by the number of days since they were last active; 0 means longer ago than any span, or never. This lets a span count
   * each learner only on their first day in it, the day whose previous activity lies before the span.
   */
  learners: Record<string, number>
  /** Payments minus refunds, in minor units by currency. */
  revenue: Record<string, number>
  completions: number
  certificates: number
  /** Labs that started running, and the peak of labs running at the same time. */
  labs_started: number
  labs_peak: number
  /** Seconds from the request until a lab ran, and until its build began, as counts per `bucketOf`. */
  ready: Record<string, number>
  wait: Record<string, number>
  /** Exams with a final result. */
  passed: number
  failed: number
  /** Learners asked for feedback that day, and how many of them have answered since. */
  asked: number
  answered: number
  /** On Mondays: answers shown since that week, by whether they recommend the course. */
  recommending: number
  indifferent: number
  dissuading: number
}

/** Past days, counted by `dashboard.count`, and counted again to include later changes. */
export const dailyFigures = pgTable('daily_figures', {
  day: date({ mode: 'string' }).primaryKey(),
  figures: jsonb().$type<DayFigures>().notNull(),
  counted_at: createdAt(),
})

/** Running server processes. Each writes a heartbeat, and removes its row when it stops. */
export const processes = pgTable(
  'processes',
  {
    id: uuid().primaryKey(),
    host: text().notNull(),
    pid: integer().notNull(),
    role: text().$type<'all' | 'web' | 'worker'>().notNull(),
    version: text().notNull(),
    commit: text(),
    started_at: createdAt(),
    beat_at: createdAt(),
    memory_bytes: bigint({ mode: 'number' }).notNull(),
    event_loop_delay_ms: doublePrecision().notNull(),
  },
  (t) => [index('processes_beat_at').on(t.beat_at)],
)

export const processRetention: readonly Retention[] = [
  {
    name: 'processes',
    what: 'Our server processes, with memory and load',
    why: 'To notice a process that no longer responds.',
    tables: [processes],
    ...deletedAfter(1, 'after the last heartbeat', processes.beat_at),
  },
]

/** Scheduled backups, and drills that restore one. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: id(),
    kind: text().$type<'backup' | 'drill'>().notNull(),
    state: text().$type<'running' | 'done' | 'failed'>().notNull().default('running'),
    /** File or object in the target. */
    name: text().notNull(),
    started_at: createdAt(),
    ended_at: instant(),
    /** Time of the snapshot. */
    made_at: instant(),
    /** Size of the archive. */
    bytes: bigint({ mode: 'number' }),
    rows: bigint({ mode: 'number' }),
    files: integer(),
    /** Sentence for the operator. */
    error: text(),
    /** How a restored backup differs from its manifest. */
    differences: text().array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [
    index('backup_runs_kind').on(t.kind, t.state, t.started_at),
    index('backup_runs_started_at').on(t.started_at),
  ],
)

export const backupRetention: readonly Retention[] = [
  {
    name: 'backup-runs',
    what: 'Results of our backups and of the drills that restore them',
    why: 'To show that backups can be restored.',
    tables: [backupRuns],
    ...deletedAfter(365, 'after it started', backupRuns.started_at),
  },
]

/** Endpoints of other systems that receive events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    is_on: boolean().notNull().default(true),
    /** Switched off by the system after failing for a long time. Events are queued meanwhile, unlike when an administrator switches it off. */
    is_failing: boolean().notNull().default(false),
    /** Sealed for this row. */
    secret_sealed: text().notNull(),
    /** The previous secret, also used for signing until then. */
    old_secret_sealed: text(),
    old_secret_until: instant(),
    /** Failed attempts since the last success, and the time of the first. */
    failures: integer().notNull().default(0),
    failing_since: instant(),
    last_delivered_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
    version: version(),
  },
  (t) => [uniqueIndex('webhooks_url').on(t.url), index('webhooks_created_at').on(t.created_at, t.id)],
)

/** Deliveries to one endpoint, written in the transaction that caused them, with the bytes sent in every attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Shared by the deliveries of one event to all endpoints. */
    event_id: uuid().notNull(),
    event: text().$type<WebhookEvent | 'webhook.test'>().notNull(),
    body: text().notNull(),
    state: text().$type<'waiting' | 'sending' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Time of the next attempt; for a delivery being sent, when it counts as lost. */
    next_at: createdAt(),
    /** HTTP status of the latest attempt, and the start of the response body. */
    status: integer(),
    error: text(),
    excerpt: text(),
    created_at: createdAt(),
    tried_at: instant(),
    delivered_at: instant(),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.webhook_id, t.next_at).where(sql`${t.state} in ('waiting', 'sending')`),
    index('webhook_deliveries_created_at').on(t.created_at, t.id),
    index('webhook_deliveries_webhook').on(t.webhook_id, t.created_at, t.id),
    index('webhook_deliveries_state').on(t.state, t.created_at, t.id),
    index('webhook_deliveries_event').on(t.event, t.created_at, t.id),
  ],
)

export const webhookRetention: readonly Retention[] = [
  {
    name: 'webhook-deliveries',
    what: 'Events about orders, seats, courses and certificates sent to our other systems, without names',
    why: 'To resend failed deliveries.',
    tables: [webhookDeliveries],
    ...deletedAfter(30, 'after it happened', webhookDeliveries.created_at),
  },
]
