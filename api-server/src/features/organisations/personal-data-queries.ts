import { asc, eq, or, sql } from 'drizzle-orm'
import { organisationInvitations, organisationManagers, organisations } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

const company = 'a company or a public body, and no person'

const known = personalColumns(organisations, {
  id: { notExported: because.ours, kept: company },
  name: { exported: true, kept: company },
  kind: { notExported: company, kept: company },
  country: { notExported: company, kept: company },
  tax_id: { notExported: company, kept: company },
  tax_id_checked_at: { notExported: company, kept: company },
  tax_id_checked_by: {
    notExported: because.administrator,
    kept: 'an id alone, which leads to nobody once that account is gone',
  },
  address: { notExported: company, kept: company },
  reference: { notExported: company, kept: company },
  invoice_email: { notExported: company, erased: true, byAddress: 'erased' },
  created_at: { notExported: company, kept: company },
  version: { notExported: because.work, kept: company },
})
const managed = personalRows(organisationManagers, {
  organisation_id: { notExported: 'told by its name' },
  user_id: { notExported: because.ours },
  joined_at: { exported: true },
})
const invited = personalRows(organisationInvitations, {
  id: { notExported: because.ours },
  organisation_id: { notExported: 'told by its name' },
  email: { notExported: 'the address of your account, or somebody else’s', byAddress: 'erased' },
  token_hash: { notExported: because.opens },
  invited_by: { notExported: 'somebody else' },
  created_at: { exported: true },
  sent_at: { exported: true },
  expires_at: { exported: true },
  ended_at: { exported: true },
  accepted_by: { notExported: because.ours },
})

const isInvited = (email: string) => sql`lower(${organisationInvitations.email}) = ${email.toLowerCase()}`
const isBilledTo = (email: string) => sql`lower(${organisations.invoice_email}) = ${email.toLowerCase()}`

export const organisationData: PersonalData = {
  name: 'organisations',
  tables: [known, managed, invited],
  erased: 'That you manage organisations, and invitations to you. What they bought stays theirs.',
  async collect(db, { id, email }) {
    return {
      managed: await db
        .select({ ...managed.shown, ...known.shown })
        .from(organisationManagers)
        .innerJoin(organisations, eq(organisations.id, organisationManagers.organisation_id))
        .where(eq(organisationManagers.user_id, id))
        .orderBy(asc(organisationManagers.joined_at)),
      invitations: await db
        .select({ ...invited.shown, organisation: organisations.name })
        .from(organisationInvitations)
        .innerJoin(organisations, eq(organisations.id, organisationInvitations.organisation_id))
        .where(or(isInvited(email), eq(organisationInvitations.accepted_by, id)))
        .orderBy(asc(organisationInvitations.created_at)),
    }
  },
  async erase(tx, { id, email }) {
    await tx.delete(organisationManagers).where(eq(organisationManagers.user_id, id))
    await tx.delete(organisationInvitations).where(or(isInvited(email), eq(organisationInvitations.accepted_by, id)))
    await tx.update(organisationInvitations).set({ invited_by: null }).where(eq(organisationInvitations.invited_by, id))
    await tx.update(organisations).set({ invoice_email: null }).where(isBilledTo(email))
  },
  ofAddress: {
    async collect(db, { email }) {
      return [
        {
          what: 'Invitations to manage an organisation',
          erasure: 'They will be erased.',
          rows: await db
            .select({ at: organisationInvitations.sent_at, organisation: organisations.name })
            .from(organisationInvitations)
            .innerJoin(organisations, eq(organisations.id, organisationInvitations.organisation_id))
            .where(isInvited(email))
            .orderBy(asc(organisationInvitations.created_at)),
        },
        {
          what: 'Organisations whose invoices go to your address',
          erasure: 'The address will be removed.',
          rows: await db
            .select({ at: organisations.created_at, organisation: organisations.name })
            .from(organisations)
            .where(isBilledTo(email))
            .orderBy(asc(organisations.created_at)),
        },
      ]
    },
    async erase(tx, { email }) {
      await tx.delete(organisationInvitations).where(isInvited(email))
      await tx.update(organisations).set({ invoice_email: null }).where(isBilledTo(email))
    },
  },
}
