import type { Rows } from '../contract/operation.ts'
import { finance, personal } from '../contract/row.ts'

export const organisationAdminOperations = {
  listOrganisations: personal('GET /admin/organisations', 'organisationRow[]', {
    list: { filter: 'organisationFilter', sorts: ['name', 'created_at'], defaultSort: ['name', 'ASC'] },
    summary: 'Companies and public bodies that buy',
  }),
  getOrganisationForAdmin: personal('GET /admin/organisations/{id}', 'organisationPage', {
    summary: 'One organisation: its details, managers and open invitations',
  }),
  createOrganisationForAdmin: finance('POST /admin/organisations', 'organisationInput', 'organisationPage', {
    status: 201,
    idempotent: true,
    summary: 'Makes an organisation that nobody manages yet',
  }),
  updateOrganisationForAdmin: finance('PATCH /admin/organisations/{id}', 'organisationEdit', 'organisationPage', {
    summary: 'Changes the details of an organisation, for orders to come',
  }),
  saveTaxIdCheck: finance('POST /admin/organisations/{id}/tax_id_check', 'taxIdCheckInput', 'organisationPage', {
    summary: 'Says that the tax office was asked about the tax id of an organisation, and confirmed it',
  }),
  inviteManagerForAdmin: finance(
    'POST /admin/organisations/{id}/invitations',
    'managerInvitation',
    'organisationPage',
    { idempotent: true, summary: 'Invites somebody to manage an organisation; again, with a new link' },
  ),
  revokeInvitationForAdmin: finance(
    'DELETE /admin/organisations/{id}/invitations/{invitation_id}',
    'organisationPage',
    { summary: 'Takes an invitation to an organisation back' },
  ),
  removeManagerForAdmin: finance(
    'DELETE /admin/organisations/{id}/managers/{username}',
    'managerRemoval',
    'organisationPage',
    { summary: 'Removes a manager of an organisation; somebody has to stay' },
  ),
} satisfies Rows
