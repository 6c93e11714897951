import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const organisationOperations = {
  listMyOrganisations: signedIn('GET /organisations/me', 'myOrganisation[]', {
    summary: 'Organisations that I manage',
  }),
  createOrganisation: signedIn('POST /organisations', 'organisationInput', 'organisation', {
    status: 201,
    rate: 'money',
    idempotent: true,
    summary: 'Creates an organisation, with me as its manager',
  }),
  getOrganisation: signedIn('GET /organisations/{id}', 'organisation', {
    summary: 'An organisation that I manage: its details, managers and open invitations',
  }),
  updateOrganisation: signedIn('PATCH /organisations/{id}', 'organisationEdit', 'organisation', {
    rate: 'money',
    summary: 'Changes the details of an organisation that I manage; applies to future orders',
  }),
  inviteManager: signedIn('POST /organisations/{id}/invitations', 'managerInvitation', 'organisation', {
    rate: 'mail',
    idempotent: true,
    summary: 'Invites a manager to my organisation; a repeated invitation gets a new link',
  }),
  revokeInvitation: signedIn('DELETE /organisations/{id}/invitations/{invitation_id}', 'organisation', {
    summary: 'Revokes an invitation; its link stops working',
  }),
  removeManager: signedIn('DELETE /organisations/{id}/managers/{username}', {
    rate: 'money',
    summary: 'Removes a manager of my organisation, or leaves it; the last manager must stay',
  }),
  previewInvitation: signedIn('POST /organisation_invitations/preview', 'invitationToken', 'invitationPreview', {
    rate: 'secret',
    summary: 'Organisation that the mailed invitation is for',
  }),
  acceptInvitation: signedIn('POST /organisation_invitations/accept', 'invitationToken', 'invitationAcceptance', {
    rate: 'secret',
    summary: 'Accepts the mailed invitation, once',
  }),
} satisfies Rows
