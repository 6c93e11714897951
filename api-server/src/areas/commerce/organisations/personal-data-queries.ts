import { sql } from 'drizzle-orm'
import { told } from '../../../db/duties.ts'
import { organisationInvitations, organisations } from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'

export const organisationSpecials: SpecialDuties = {
  ofAddress: {
    lists: [
      {
        what: 'Invitations to manage an organisation',
        erasure: 'They will be erased.',
        from: organisationInvitations,
        shows: {
          at: organisationInvitations.sent_at,
          organisation: told(organisationInvitations.organisation_id, organisations.name),
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
