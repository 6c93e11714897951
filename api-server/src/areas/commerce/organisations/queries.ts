import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { lookup } from '../../../db/duties.ts'
import type { Db, Tx } from '../../../db/open.ts'
import {
  organisationInvitations as invitations,
  organisationInvitations,
  organisationManagers,
  organisations,
  users,
} from '../../../db/schema/index.ts'
import { firstRow, hasId, oneRow } from '../../../db/sql.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'
import { checkTaxId } from '../taxes/index.ts'

export type OrganisationRow = typeof organisations.$inferSelect
type Checked = 'tax_id_checked_at' | 'tax_id_checked_by'
export type OrganisationDetails = Omit<typeof organisations.$inferInsert, 'id' | 'created_at' | 'version' | Checked>

export const listOrganisationsOf = (db: Db, userId: string) =>
  db
    .select({
      id: organisations.id,
      name: organisations.name,
      joined_at: organisationManagers.joined_at,
      managers: sql<number>`(select count(*)::int from ${organisationManagers} m where m.organisation_id = ${organisations.id})`,
    })
    .from(organisationManagers)
    .innerJoin(organisations, eq(organisations.id, organisationManagers.organisation_id))
    .where(eq(organisationManagers.user_id, userId))
    .orderBy(asc(organisations.name), asc(organisations.id))

export const findOrganisation = (db: Db, id: string): Promise<OrganisationRow | undefined> =>
  firstRow(db.select().from(organisations).where(hasId(organisations.id, id)))

export async function findManaged(db: Db, userId: string, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db
    .select()
    .from(organisations)
    .where(and(hasId(organisations.id, id), manages(sql`${organisations.id}`, userId)))
  return row
}

/**
 * Locks the organisation until the transaction ends, so that managers and invitations change one after the other. Uses `no key
 * update`, which does not block orders and vouchers that refer to it.
 */
export const lockOrganisation = (tx: Tx, id: string): Promise<OrganisationRow | undefined> =>
  firstRow(tx.select().from(organisations).where(hasId(organisations.id, id)).for('no key update'))

/** Prevents the removal of a manager until the transaction ends. Returns false if the account is not a manager. */
export async function lockManager(tx: Tx, organisationId: string, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: organisationManagers.user_id })
    .from(organisationManagers)
    .where(and(eq(organisationManagers.organisation_id, organisationId), eq(organisationManagers.user_id, userId)))
    .for('share')
  return rows.length > 0
}

export const insertOrganisation = (tx: Tx, details: OrganisationDetails): Promise<OrganisationRow> =>
  oneRow(tx.insert(organisations).values(details).returning())

/** Changes a locked organisation. */
export async function updateOrganisation(
  tx: Tx,
  id: string,
  change: Partial<OrganisationDetails & Record<Checked, null>>,
) {
  const [row] = await tx
    .update(organisations)
    .set({ ...change, version: sql`${organisations.version} + 1` })
    .where(eq(organisations.id, id))
    .returning()
  if (!row) throw new Error('A locked organisation is gone')
  return row
}

/** The caller has locked the organisation. The version does not change, because the check is not part of the editable details. */
export const saveTaxIdCheck = (tx: Tx, id: string, userId: string) =>
  tx
    .update(organisations)
    .set({ tax_id_checked_at: sql`now()`, tax_id_checked_by: userId })
    .where(eq(organisations.id, id))

export async function findTaxIdCheck(db: Db, id: string) {
  const [row] = await db
    .select({
      tax_id: organisations.tax_id,
      country: organisations.country,
      at: organisations.tax_id_checked_at,
      by: users.username,
    })
    .from(organisations)
    .leftJoin(users, eq(users.id, organisations.tax_id_checked_by))
    .where(eq(organisations.id, id))
  return row?.at ? { ...row, at: row.at } : null
}

export const listManagers = (db: Db, organisationId: string) =>
  db
    .select({
      id: users.id,
      username: users.username,
      full_name: users.full_name,
      email: users.email,
      joined_at: organisationManagers.joined_at,
    })
    .from(organisationManagers)
    .innerJoin(users, eq(users.id, organisationManagers.user_id))
    .where(eq(organisationManagers.organisation_id, organisationId))
    .orderBy(asc(organisationManagers.joined_at), asc(users.username))

export async function countOrganisationsOf(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(organisationManagers)
    .where(eq(organisationManagers.user_id, userId))
  return row?.count ?? 0
}

export const insertManager = (tx: Tx, organisation_id: string, user_id: string) =>
  tx.insert(organisationManagers).values({ organisation_id, user_id })

export const deleteManager = (tx: Tx, organisationId: string, userId: string) =>
  tx
    .delete(organisationManagers)
    .where(and(eq(organisationManagers.organisation_id, organisationId), eq(organisationManagers.user_id, userId)))

export const listOpenInvitations = (db: Db, organisationId: string) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      invited_by: users.full_name,
      sent_at: invitations.sent_at,
      expires_at: invitations.expires_at,
      expired: sql<boolean>`${invitations.expires_at} <= now()`,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invited_by))
    .where(and(eq(invitations.organisation_id, organisationId), isNull(invitations.ended_at)))
    .orderBy(asc(invitations.created_at), asc(invitations.id))

type NewInvitation = Pick<typeof invitations.$inferSelect, 'organisation_id' | 'email' | 'token_hash' | 'invited_by'>

/**
 * Saves the only open invitation to an address; the caller has locked the organisation. A repeated invitation gets a new link, and
 * the previous one becomes invalid.
 */
export async function saveInvitation(tx: Tx, row: NewInvitation, days: number) {
  const sent = { ...row, sent_at: sql`now()`, expires_at: sql`now() + make_interval(days => ${days}::int)` }
  const again = await tx
    .update(invitations)
    .set(sent)
    .where(
      and(
        eq(invitations.organisation_id, row.organisation_id),
        sql`lower(${invitations.email}) = ${row.email.toLowerCase()}`,
        isNull(invitations.ended_at),
      ),
    )
    .returning({ id: invitations.id })
  if (again.length === 0) await tx.insert(invitations).values(sent)
}

/** Ends an open invitation, whose link becomes invalid. */
export async function revokeInvitation(tx: Tx, organisationId: string, id: string) {
  const [row] = await tx
    .update(invitations)
    .set({ ended_at: sql`now()` })
    .where(
      and(eq(invitations.organisation_id, organisationId), hasId(invitations.id, id), isNull(invitations.ended_at)),
    )
    .returning({ email: invitations.email })
  return row
}

/** Ends the open invitations that a removed manager sent. */
export const revokeInvitationsOf = (tx: Tx, organisationId: string, userId: string) =>
  tx
    .update(invitations)
    .set({ ended_at: sql`now()` })
    .where(
      and(
        eq(invitations.organisation_id, organisationId),
        eq(invitations.invited_by, userId),
        isNull(invitations.ended_at),
      ),
    )

const isOpenLink = (hash: string) =>
  and(eq(invitations.token_hash, hash), isNull(invitations.ended_at), gt(invitations.expires_at, sql`now()`))

export async function findOpenInvitation(db: Db, hash: string) {
  const [row] = await db
    .select({
      organisation_id: invitations.organisation_id,
      organisation: organisations.name,
      invited_by: users.full_name,
      inviter_id: invitations.invited_by,
      email: invitations.email,
      expires_at: invitations.expires_at,
    })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.id, invitations.organisation_id))
    .leftJoin(users, eq(users.id, invitations.invited_by))
    .where(isOpenLink(hash))
  return row
}

/** Consumes the link. Of two concurrent calls, one succeeds. */
export async function consumeInvitation(tx: Tx, hash: string, userId: string) {
  const [row] = await tx
    .update(invitations)
    .set({ ended_at: sql`now()`, accepted_by: userId })
    .where(isOpenLink(hash))
    .returning({ email: invitations.email, organisation_id: invitations.organisation_id })
  return row
}

/** Whether the account manages the organisation with this id. Checked on every call, so that a removal takes effect with the next one. */
export const manages = (organisationId: SQL, userId: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${organisationManagers} m where m.organisation_id = ${organisationId} and m.user_id = ${userId})`

/** Columns that managers and the console see. */
export const withTaxIdState = <Row extends Pick<OrganisationRow, 'tax_id' | 'country'>>(row: Row) => ({
  ...row,
  tax_id_state: checkTaxId(row.tax_id ?? undefined, row.country ?? ''),
})

export const organisationSpecials: SpecialDuties = {
  ofAddress: {
    lists: [
      {
        what: 'Invitations to manage an organisation',
        erasure: 'They will be erased.',
        from: organisationInvitations,
        shows: {
          at: organisationInvitations.sent_at,
          organisation: lookup(organisationInvitations.organisation_id, organisations.name),
        },
        where: ({ email }) => sql`lower(${organisationInvitations.email}) = ${email}`,
        order: organisationInvitations.created_at,
      },
      {
        what: 'Organisations whose invoices go to your address',
        erasure: 'The address will be removed.',
        from: organisations,
        shows: { at: organisations.created_at, organisation: organisations.name },
        where: ({ email }) => sql`lower(${organisations.invoice_email}) = ${email}`,
      },
    ],
  },
}
