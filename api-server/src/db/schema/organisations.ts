import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, version } from './columns.ts'
import { users } from './users.ts'

/** A company or a public body that buys. What its orders say is what it was called when they were placed. */
export const organisations = pgTable(
  'organisations',
  {
    id: id(),
    name: text().notNull(),
    kind: text().$type<'business' | 'public'>().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    tax_id: text(),
    /** When somebody asked the tax office about the tax id, by hand, and who did. Both go when it or the country changes. */
    tax_id_checked_at: instant(),
    tax_id_checked_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    address: text(),
    /** Its own reference, such as a cost centre; an order may have another. */
    reference: text(),
    /** Where what it owes, and its documents, are sent besides. */
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

/** Who may see and do what belongs to an organisation. */
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

/** An e-mail that makes whoever opens its link a manager, once. */
export const organisationInvitations = pgTable(
  'organisation_invitations',
  {
    id: id(),
    organisation_id: uuid()
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Of the newest link; the one before it opens nothing any more. */
    token_hash: text().notNull(),
    invited_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: createdAt(),
    sent_at: createdAt(),
    expires_at: instant().notNull(),
    /** When it was accepted or taken back. */
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
