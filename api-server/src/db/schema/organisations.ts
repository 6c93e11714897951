import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { lookup, personal } from '../duties.ts'
import { deletedAfter, FOR_EVER, type Retention, WHILE_ACCOUNT } from '../retention.ts'
import { createdAt, id, instant, version } from './columns.ts'
import { users } from './users.ts'

/** A company or public body that buys. Its orders keep the details it had when they were placed. */
export const organisations = pgTable(
  'organisations',
  {
    id: id(),
    name: text().notNull(),
    kind: text().$type<'business' | 'public'>().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    tax_id: text(),
    /** When and by whom the tax id was last checked manually with the tax office. Both are cleared when the tax id or the country changes. */
    tax_id_checked_at: instant(),
    tax_id_checked_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    address: text(),
    /** Its own reference, such as a cost centre; an order may use a different one. */
    reference: text(),
    /** Additional recipient of payment requests and documents. */
    invoice_email: text(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    index('organisations_name').on(t.name, t.id),
    index('organisations_created_at').on(t.created_at, t.id),
    index('organisations_country').on(t.country, t.created_at, t.id),
    index('organisations_kind').on(t.kind, t.created_at, t.id),
    index('organisations_invoice_email').on(sql`lower(${t.invoice_email})`),
    index('organisations_search').using(
      'gin',
      sql`search_fold(${t.name} || ' ' || coalesce(${t.tax_id}, '') || ' ' || coalesce(${t.invoice_email}, '')) gin_trgm_ops`,
    ),
    check('organisations_kind_form', sql`${t.kind} in ('business', 'public')`),
  ],
)

const company = 'a company or a public body, not a person'
export const organisationsDuties = personal(organisations, {
  email: organisations.invoice_email,
  retained: {
    [company]: {
      exported: 'name',
      ours: 'id',
      [company]: 'kind country tax_id tax_id_checked_at address reference created_at',
      work: 'version',
    },
    leads: { administrator: 'tax_id_checked_by' },
  },
  cleared: { [company]: 'invoice_email' },
  byAddress: { erased: 'invoice_email' },
})

export const organisationManagers = pgTable(
  'organisation_managers',
  {
    organisation_id: uuid()
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joined_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organisation_id, t.user_id] }),
    index('organisation_managers_user').on(t.user_id, t.joined_at, t.organisation_id),
  ],
)

export const organisationManagersDuties = personal(organisationManagers, {
  of: organisationManagers.user_id,
  as: 'managed',
  order: organisationManagers.joined_at,
  last: { name: lookup(organisationManagers.organisation_id, organisations.name) },
  deleted: { exported: 'joined_at', named: 'organisation_id', ours: 'user_id' },
})

/** An e-mail invitation whose link makes the recipient a manager, once. */
export const organisationInvitations = pgTable(
  'organisation_invitations',
  {
    id: id(),
    organisation_id: uuid()
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Hash of the newest link's token; earlier links no longer work. */
    token_hash: text().notNull(),
    invited_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    sent_at: createdAt(),
    expires_at: instant().notNull(),
    /** When it was accepted or revoked. */
    ended_at: instant(),
    accepted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('organisation_invitations_hash').on(t.token_hash),
    uniqueIndex('organisation_invitations_open')
      .on(t.organisation_id, sql`lower(${t.email})`)
      .where(sql`${t.ended_at} is null`),
    index('organisation_invitations_email').on(sql`lower(${t.email})`),
    index('organisation_invitations_invited_by').on(t.invited_by),
    index('organisation_invitations_accepted_by').on(t.accepted_by),
    index('organisation_invitations_over').on(sql`least(${t.ended_at}, ${t.expires_at})`),
  ],
)

export const organisationInvitationsDuties = personal(organisationInvitations, {
  of: organisationInvitations.accepted_by,
  email: organisationInvitations.email,
  unlinked: organisationInvitations.invited_by,
  as: 'invitations',
  order: organisationInvitations.created_at,
  last: { organisation: lookup(organisationInvitations.organisation_id, organisations.name) },
  deleted: {
    exported: 'created_at sent_at expires_at ended_at',
    ours: 'id accepted_by',
    named: 'organisation_id',
    'the address of your account, or another person’s': 'email',
    opens: 'token_hash',
    'somebody else': 'invited_by',
  },
  byAddress: { erased: 'email' },
})

export const organisationRetention: readonly Retention[] = [
  {
    name: 'organisations',
    what: 'Organisations that buy, with their billing details',
    why: 'Tax law requires their orders and invoices. They are companies, not people.',
    tables: [organisations],
    ...FOR_EVER,
  },
  {
    name: 'organisation-managers',
    what: 'Organisations you manage',
    why: 'So that you see their orders and seats.',
    tables: [organisationManagers],
    ...WHILE_ACCOUNT,
  },
  {
    name: 'organisation-invitations',
    what: 'Invitations to manage an organisation',
    why: 'To show who invited whom.',
    tables: [organisationInvitations],
    ...deletedAfter(
      90,
      'after they were accepted, revoked or expired',
      sql`least(${organisationInvitations.ended_at}, ${organisationInvitations.expires_at})`,
    ),
  },
]
