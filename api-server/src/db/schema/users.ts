import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, version, words } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    email: text().notNull(),
    password_hash: text().notNull(),
    full_name: text().notNull(),
    roles: text().array().$type<('user' | 'admin')[]>().notNull().default(sql`'{user}'::text[]`),
    capabilities: words(),
    activated_at: instant(),
    disabled_at: instant(),
    disabled_reason: text(),
    country: text(),
    company: text(),
    links: jsonb().$type<string[]>().notNull().default([]),
    locale: text().notNull().default('en'),
    time_zone: text().notNull().default('UTC'),
    /** First touch: the `referrer` cookie at sign-up. */
    referrer: text(),
    email_preferences: jsonb()
      .$type<{ product: boolean; reminders: boolean; feedback: boolean }>()
      .notNull()
      .default({ product: true, reminders: true, feedback: true }),
    /** Extra exam time in percent. */
    accommodation: integer().notNull().default(0),
    terms_accepted_at: instant(),
    password_changed_at: instant(),
    created_at: createdAt(),
    last_seen_at: instant(),
    /** Closed since a deletion was asked for, and erased from then on (docs/decisions/0011). */
    deletion_due_at: instant(),
    /** Nobody's any more: the row stays because an order needs it. */
    erased_at: instant(),
    version: version(),
  },
  (t) => [
    uniqueIndex('users_username').on(t.username),
    // Any number of unactivated accounts may claim an address; one activated account owns it.
    uniqueIndex('users_email_activated').on(sql`lower(${t.email})`).where(sql`${t.activated_at} is not null`),
    index('users_email').on(sql`lower(${t.email})`, t.id),
    // What these hold is counted without a look at the rows; the last columns of `users_last_seen_at` are there for that alone.
    index('users_created_at').on(t.created_at, t.id).where(sql`${t.erased_at} is null`),
    // Not partial: of a partial index's expression Postgres keeps no figures, and without them it guesses a third.
    index('users_last_seen_at').on(
      sql`coalesce(${t.last_seen_at}, '-infinity'::timestamptz)`,
      t.id,
      t.last_seen_at,
      t.erased_at,
    ),
    index('users_active')
      .on(t.created_at, t.id)
      .where(
        sql`${t.activated_at} is not null and ${t.disabled_at} is null and ${t.deletion_due_at} is null and ${t.erased_at} is null`,
      ),
    index('users_inactive')
      .on(t.created_at, t.id)
      .where(
        sql`${t.activated_at} is null and ${t.disabled_at} is null and ${t.deletion_due_at} is null and ${t.erased_at} is null`,
      ),
    index('users_disabled')
      .on(t.created_at, t.id)
      .where(sql`${t.disabled_at} is not null and ${t.deletion_due_at} is null and ${t.erased_at} is null`),
    index('users_full_name').on(t.full_name, t.id),
    index('users_referrer').on(t.referrer, t.created_at, t.id).where(sql`${t.erased_at} is null`),
    index('users_admins').on(t.id).where(sql`'admin' = any(${t.roles})`),
    index('users_deletion').on(t.deletion_due_at).where(sql`${t.deletion_due_at} is not null`),
    index('users_unactivated').on(t.created_at).where(sql`${t.activated_at} is null`),
    index('users_search').using(
      'gin',
      sql`(${t.username} || ' ' || lower(${t.email}) || ' ' || lower(${t.full_name})) gin_trgm_ops`,
    ),
    check('users_username_form', sql`${t.username} ~ '^[a-z0-9_-]{3,32}$'`),
  ],
)

/** A refresh family: one sign-in on one device. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of the one refresh token that may be used next. */
    current_hash: text().notNull(),
    /** Its direct parent, usable once more within the grace. */
    previous_hash: text(),
    rotated_at: instant(),
    /** The successor handed out again within the grace, sealed; gone with the next rotation. */
    successor_sealed: text(),
    created_at: createdAt(),
    last_used_at: createdAt(),
    expires_at: instant().notNull(),
    ended_at: instant(),
    end_reason: text(),
    user_agent: text(),
    address: text(),
    /** An administrator who looks on as this account, and the session of theirs that it ends with. */
    see_as_by: uuid().references(() => users.id, { onDelete: 'cascade' }),
    see_as_session: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    /** Hash of the code that hands it to a tab, once. */
    see_as_code_hash: text(),
  },
  (t) => [
    uniqueIndex('sessions_see_as_code').on(t.see_as_code_hash),
    index('sessions_see_as_session').on(t.see_as_session),
    index('sessions_see_as_by').on(t.see_as_by),
    index('sessions_user').on(t.user_id, t.created_at, t.id),
    index('sessions_expires').on(t.expires_at),
    // When it was over, whichever came first.
    index('sessions_over').on(sql`least(${t.ended_at}, ${t.expires_at})`),
  ],
)

/** Single-use tokens that travel by mail, kept as hashes. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'activation' | 'reset' | 'email_change' | 'email_undo' | 'export' | 'deletion_undo'>().notNull(),
    token_hash: text().notNull(),
    data: jsonb(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [
    uniqueIndex('mail_tokens_hash').on(t.token_hash),
    index('mail_tokens_user').on(t.user_id, t.kind),
    index('mail_tokens_over').on(sql`least(${t.used_at}, ${t.expires_at})`),
  ],
)

export const factors = pgTable(
  'factors',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'totp' | 'passkey'>().notNull(),
    name: text().notNull(),
    secret_sealed: text(),
    /** The last TOTP step used, so that none is used twice. */
    last_step: integer(),
    credential_id: text(),
    /** COSE, in base64url. */
    public_key: text(),
    /** How often the authenticator says it signed; 32 bits without a sign. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    /** How a browser reaches the authenticator: `usb`, `internal`, … */
    transports: words(),
    confirmed_at: instant(),
    created_at: createdAt(),
    last_used_at: instant(),
  },
  (t) => [
    index('factors_user').on(t.user_id),
    uniqueIndex('factors_credential').on(t.credential_id),
    index('factors_unconfirmed').on(t.created_at).where(sql`${t.confirmed_at} is null`),
  ],
)

/** What passkeys sign, and what stands for an answer of theirs: each for one account and one purpose, once, for minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'add' | 'signin' | 'step_up' | 'proof'>().notNull(),
    hash: text().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [
    uniqueIndex('passkey_challenges_hash').on(t.hash),
    index('passkey_challenges_user').on(t.user_id),
    index('passkey_challenges_expires').on(t.expires_at),
  ],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
    used_at: instant(),
  },
  (t) => [index('recovery_codes_user').on(t.user_id)],
)

/** Somebody without an account asks what is held of an address; the mailed link opens it. */
export const addressRequests = pgTable(
  'address_requests',
  {
    id: id(),
    /** In small letters. */
    email: text().notNull(),
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    /** When the link was opened, once: from then on the hash is that of another token, which only the open page knows. */
    opened_at: instant(),
    /** When the erasure was asked for: no token opens anything more, and a job erases. */
    used_at: instant(),
  },
  (t) => [uniqueIndex('address_requests_hash').on(t.token_hash), index('address_requests_email').on(t.email)],
)

/** Exports and deletions asked under privacy law. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: id(),
    user_id: uuid().notNull(),
    kind: text().$type<'export' | 'deletion'>().notNull(),
    state: text().$type<'asked' | 'ready' | 'done' | 'undone' | 'failed'>().notNull().default('asked'),
    due_at: instant(),
    file: text(),
    report: jsonb(),
    created_at: createdAt(),
    finished_at: instant(),
    see_as: boolean().notNull().default(false),
    /** A deletion that leaves the pages of certificates. */
    keep_certificates: boolean().notNull().default(false),
    /** When the mail went out that says it is near. */
    told_at: instant(),
  },
  (t) => [
    index('privacy_requests_user').on(t.user_id),
    // One of a kind at a time, whatever is clicked twice.
    uniqueIndex('privacy_requests_open').on(t.user_id, t.kind).where(sql`${t.state} = 'asked'`),
    index('privacy_requests_state').on(t.kind, t.state, t.due_at),
  ],
)
