import { isNull, sql } from 'drizzle-orm'
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
import { personal } from '../duties.ts'
import { deletedAfter, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, language, version, words, zone } from './columns.ts'

/** Days after signing up for which an account can be activated; then it is deleted. */
export const ACTIVATION_DAYS = 7

/** Preferences of an account that has not agreed to advertising. */
export const NO_ADVERTISING = { product: false, reminders: true, feedback: false }

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
    locale: language().notNull().default('en'),
    time_zone: zone().notNull().default('UTC'),
    /** First-touch attribution: the `referrer` cookie at sign-up. */
    referrer: text(),
    /** News and feedback requests are advertising, which requires consent; reminders are about bookings of the user (docs/decisions/0106). */
    email_preferences: jsonb()
      .$type<{ product: boolean; reminders: boolean; feedback: boolean }>()
      .notNull()
      .default(NO_ADVERTISING),
    /** When the user last chose `email_preferences`, at sign-up or later; null if never asked. */
    email_preferences_chosen_at: instant(),
    /** Extra exam time in percent. */
    accommodation: integer().notNull().default(0),
    /** Reason for the extra time, for support. */
    accommodation_reason: text(),
    /** Terms accepted in releases without legal pages (`legalAcceptances`). */
    terms_version: text(),
    terms_accepted_at: instant(),
    password_changed_at: instant(),
    created_at: createdAt(),
    last_seen_at: instant(),
    /** Set while a deletion is pending: the account is closed, and erased at this time (docs/decisions/0011). */
    deletion_due_at: instant(),
    /** The account was erased; the row remains because an order refers to it. */
    erased_at: instant(),
    version: version(),
    /** Folded search text of the account. Stored, because a search compares it thousands of times (docs/decisions/0089). */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_fold(username || ' ' || email || ' ' || full_name || ' ' || coalesce(company, ''))`,
      ),
  },
  (t) => [
    uniqueIndex('users_username').on(t.username),
    // Any number of unactivated accounts may claim an address; only one activated account can own it.
    uniqueIndex('users_email_activated').on(sql`lower(${t.email})`).where(sql`${t.activated_at} is not null`),
    index('users_email').on(sql`lower(${t.email})`, t.id),
    // For index-only counts; the last columns of `users_last_seen_at` are only needed for that.
    index('users_created_at').on(t.created_at, t.id).where(sql`${t.erased_at} is null`),
    // Not partial: Postgres keeps no statistics for the expression of a partial index, and without them it estimates a third of the rows.
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
    index('users_search').using('gin', t.searched.op('gin_trgm_ops')),
    check('users_username_form', sql`${t.username} ~ '^[a-z0-9_-]{3,32}$'`),
  ],
)

const tombstone = 'paid orders refer to this row, which is then anonymous'
export const usersDuties = personal(users, {
  retained: {
    [tombstone]: { exported: 'id activated_at created_at' },
    'the orders were placed under these accepted terms': { exported: 'terms_version terms_accepted_at' },
  },
  replaced: {
    exported: [
      'username email full_name roles capabilities disabled_at disabled_reason country company links locale',
      'time_zone referrer email_preferences email_preferences_chosen_at accommodation accommodation_reason',
      'password_changed_at last_seen_at deletion_due_at',
    ],
    opens: 'password_hash',
    work: 'erased_at version',
    follows: 'searched',
  },
  byAddress: { erased: 'email' },
})

/** One sign-in on one device: a family of refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of the only refresh token accepted next. */
    current_hash: text().notNull(),
    /** The previous token, accepted once more within the grace period. */
    previous_hash: text(),
    rotated_at: instant(),
    /** The current token, sealed, to return it again within the grace period. Cleared at the next rotation. */
    successor_sealed: text(),
    created_at: createdAt(),
    last_used_at: createdAt(),
    expires_at: instant().notNull(),
    ended_at: instant(),
    end_reason: text(),
    user_agent: text(),
    address: text(),
    /** The administrator who impersonates this account, and their own session; this session ends with it. */
    see_as_by: uuid().references(() => users.id, { onDelete: 'cascade' }),
    see_as_session: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
    /** Hash of the one-time code that passes the session to a new tab. */
    see_as_code_hash: text(),
  },
  (t) => [
    uniqueIndex('sessions_see_as_code').on(t.see_as_code_hash),
    index('sessions_see_as_session').on(t.see_as_session),
    index('sessions_see_as_by').on(t.see_as_by),
    index('sessions_user').on(t.user_id, t.created_at, t.id),
    index('sessions_expires').on(t.expires_at),
    // End of a session: ended or expired, whichever came first.
    index('sessions_over').on(sql`least(${t.ended_at}, ${t.expires_at})`),
  ],
)

export const sessionsDuties = personal(sessions, {
  of: sessions.user_id,
  as: 'sessions',
  order: sessions.created_at,
  deleted: {
    exported: 'created_at last_used_at expires_at ended_at end_reason user_agent address',
    ours: 'id user_id see_as_session',
    opens: 'current_hash previous_hash successor_sealed see_as_code_hash',
    work: 'rotated_at',
    administrator: 'see_as_by',
  },
})

/** Single-use tokens sent by mail, stored as hashes. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text()
      .$type<'activation' | 'reset' | 'email_change' | 'email_undo' | 'export' | 'deletion_undo' | 'factor_removal'>()
      .notNull(),
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

export const mailTokensDuties = personal(mailTokens, {
  of: mailTokens.user_id,
  as: 'mailed_links',
  order: mailTokens.created_at,
  deleted: {
    exported: 'kind created_at expires_at used_at',
    ours: 'id user_id',
    opens: 'token_hash',
    'purpose of the link, such as the new address': 'data',
  },
  byAddress: { erased: 'data' },
})

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
    /** Last TOTP time step used, so that no code works twice. */
    last_step: integer(),
    credential_id: text(),
    /** COSE key in base64url. */
    public_key: text(),
    /** The authenticator's signature counter (32 bits, unsigned). */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    /** Transports the browser can use: `usb`, `internal`, … */
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

export const factorsDuties = personal(factors, {
  of: factors.user_id,
  as: 'second_factors',
  deleted: {
    exported: 'kind name confirmed_at created_at last_used_at',
    ours: 'id user_id',
    opens: 'secret_sealed credential_id public_key',
    work: 'last_step counter transports',
  },
})

/** Challenges for passkeys to sign, and proofs of a signed one. Each is bound to one account and one purpose, works once and expires within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'add' | 'signin' | 'passkey_signin' | 'step_up' | 'proof'>().notNull(),
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

export const passkeyChallengesDuties = personal(passkeyChallenges, {
  of: passkeyChallenges.user_id,
  deleted: { ours: 'id user_id', work: 'purpose expires_at used_at', opens: 'hash' },
})

/** Removal of the second factors of a user who lost them. Support carries it out a day later, unless the user or support cancels it. */
export const factorRemovals = pgTable(
  'factor_removals',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    asked_by: uuid().notNull(),
    reason: text().notNull(),
    state: text().$type<'waiting' | 'done' | 'stopped' | 'cancelled'>().notNull().default('waiting'),
    created_at: createdAt(),
    due_at: instant().notNull(),
    ended_at: instant(),
    /** Why it was cancelled. */
    end_reason: text(),
  },
  (t) => [
    index('factor_removals_user').on(t.user_id, t.created_at),
    uniqueIndex('factor_removals_waiting').on(t.user_id).where(sql`${t.state} = 'waiting'`),
    index('factor_removals_due').on(t.due_at).where(sql`${t.state} = 'waiting'`),
    index('factor_removals_over').on(t.ended_at),
  ],
)

export const factorRemovalsDuties = personal(factorRemovals, {
  of: factorRemovals.user_id,
  as: 'second_factor_removals',
  deleted: {
    exported: 'reason state created_at due_at ended_at',
    ours: 'id user_id',
    administrator: 'asked_by end_reason',
  },
})

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

export const recoveryCodesDuties = personal(recoveryCodes, {
  of: recoveryCodes.user_id,
  deleted: { ours: 'id user_id', opens: 'code_hash', work: 'used_at' },
})

/** A request by someone without an account for the data stored about an address; the mailed link opens it. */
export const addressRequests = pgTable(
  'address_requests',
  {
    id: id(),
    /** In lower case. */
    email: text().notNull(),
    token_hash: text().notNull(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    /** When the link was opened, which is possible once. From then on the hash is that of another token, which only the open page knows. */
    opened_at: instant(),
    /** When erasure was requested: tokens no longer work, and a job erases the data. */
    used_at: instant(),
  },
  (t) => [uniqueIndex('address_requests_hash').on(t.token_hash), index('address_requests_email').on(t.email)],
)

export const addressRequestsDuties = personal(addressRequests, {
  email: addressRequests.email,
  as: 'about_my_address',
  deleted: {
    exported: 'created_at expires_at opened_at used_at',
    ours: 'id',
    'the address of the account': 'email',
    opens: 'token_hash',
  },
  byAddress: { erased: 'email' },
})

/** Exports and deletions requested under privacy law. */
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
    /** Whether the deletion retains the public certificate pages. */
    keep_certificates: boolean().notNull().default(false),
    /** When the reminder of the upcoming deletion was sent. */
    told_at: instant(),
  },
  (t) => [
    index('privacy_requests_user').on(t.user_id),
    // One open request of each kind per account, even after a double click.
    uniqueIndex('privacy_requests_open').on(t.user_id, t.kind).where(sql`${t.state} = 'asked'`),
    index('privacy_requests_state').on(t.kind, t.state, t.due_at),
  ],
)

export const privacyRequestsDuties = personal(privacyRequests, {
  of: privacyRequests.user_id,
  as: 'requests',
  order: privacyRequests.created_at,
  retained: {
    'the fact and time of a deletion; the rest of the request is deleted': {
      exported: 'kind state due_at created_at finished_at keep_certificates',
      ours: 'id file',
      work: 'report see_as told_at',
    },
    leads: { ours: 'user_id' },
  },
})

export const authRetention: readonly Retention[] = [
  {
    name: 'account',
    what: 'Your account, your profile and your second factors',
    why: 'So that you can sign in.',
    tables: [users, factors, recoveryCodes],
    ...WHILE_ACCOUNT,
  },
  {
    name: 'unactivated-accounts',
    what: 'Accounts that were never activated',
    why: 'The address was never confirmed.',
    tables: [users],
    ...deletedAfter(ACTIVATION_DAYS, 'after signing up', users.created_at, isNull(users.activated_at)),
  },
  {
    name: 'sessions',
    what: 'Past sign-ins, with device and network address',
    why: 'To investigate the misuse of an account.',
    tables: [sessions],
    ...deletedAfter(90, 'after they ended', sql`least(${sessions.ended_at}, ${sessions.expires_at})`),
  },
  {
    name: 'mailed-links',
    what: 'Links we sent by mail',
    why: 'So that a second click can show what the first one did.',
    tables: [mailTokens],
    ...deletedAfter(7, 'after they were used or ran out', sql`least(${mailTokens.used_at}, ${mailTokens.expires_at})`),
  },
  {
    name: 'passkey-challenges',
    what: 'Passkey requests',
    why: 'They have expired.',
    tables: [passkeyChallenges],
    ...deletedAfter(1, 'after their five minutes are over', passkeyChallenges.expires_at),
  },
  {
    name: 'factor-removals',
    what: 'Removals of a second factor that was lost',
    why: 'To investigate the misuse of an account.',
    tables: [factorRemovals],
    ...deletedAfter(90, 'after they happened or were stopped', factorRemovals.ended_at),
  },
  {
    name: 'unconfirmed-factors',
    what: 'Second factors that you started to set up but never confirmed',
    why: 'They do not protect your account.',
    tables: [factors],
    ...deletedAfter(1, 'after you began', factors.created_at, isNull(factors.confirmed_at)),
  },
]

/** A request does not expire while a job has yet to erase its data. */
export const requestRetention: readonly Retention[] = [
  {
    name: 'privacy-requests',
    what: 'Requests for data or a deletion, without a name',
    why: 'To prove that we fulfilled your request.',
    tables: [privacyRequests],
    ...deletedAfter(1095, 'after it was done', privacyRequests.finished_at),
  },
  {
    name: 'address-requests',
    what: 'Requests for the data stored about an address',
    why: 'So that the link in the mail works.',
    tables: [addressRequests],
    ...deletedAfter(1, 'after their link ran out', addressRequests.expires_at, isNull(addressRequests.used_at)),
  },
]
