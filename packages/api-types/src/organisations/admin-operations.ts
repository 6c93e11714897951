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
    summary: 'Creates an organisation without a manager',
  }),
  updateOrganisationForAdmin: finance('PATCH /admin/organisations/{id}', 'organisationEdit', 'organisationPage', {
    summary: 'Changes the details of an organisation; applies to future orders',
  }),
  saveTaxIdCheck: finance('POST /admin/organisations/{id}/tax_id_check', 'taxIdCheckInput', 'organisationPage', {
    summary: 'Records that the tax office confirmed the tax id of an organisation',
  }),
  inviteManagerForAdmin: finance(
    'POST /admin/organisations/{id}/invitations',
    'managerInvitation',
    'organisationPage',
    { idempotent: true, summary: 'Invites a manager to an organisation; a repeated invitation gets a new link' },
  ),
  revokeInvitationForAdmin: finance(
    'DELETE /admin/organisations/{id}/invitations/{invitation_id}',
    'organisationPage',
    { summary: 'Revokes an invitation to an organisation' },
  ),
  removeManagerForAdmin: finance(
    'DELETE /admin/organisations/{id}/managers/{username}',
    'managerRemoval',
    'organisationPage',
    { summary: 'Removes a manager of an organisation; the last manager must stay' },
  ),
} satisfies Rows
