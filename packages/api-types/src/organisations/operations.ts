import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const organisationOperations = {
  listMyOrganisations: signedIn('GET /organisations/me', 'myOrganisation[]', {
    summary: 'The organisations that I manage',
  }),
  createOrganisation: signedIn('POST /organisations', 'organisationInput', 'organisation', {
    status: 201,
    rate: 'money',
    idempotent: true,
    summary: 'Makes an organisation that I manage',
  }),
  getOrganisation: signedIn('GET /organisations/{id}', 'organisation', {
    summary: 'An organisation that I manage: its details, managers and open invitations',
  }),
  updateOrganisation: signedIn('PATCH /organisations/{id}', 'organisationEdit', 'organisation', {
    rate: 'money',
    summary: 'Changes the details of an organisation that I manage, for orders to come',
  }),
  inviteManager: signedIn('POST /organisations/{id}/invitations', 'managerInvitation', 'organisation', {
    rate: 'mail',
    idempotent: true,
    summary: 'Invites somebody to manage an organisation of mine; again, with a new link',
  }),
  revokeInvitation: signedIn('DELETE /organisations/{id}/invitations/{invitation_id}', 'organisation', {
    summary: 'Takes an invitation back: its link opens nothing any more',
  }),
  removeManager: signedIn('DELETE /organisations/{id}/managers/{username}', {
    rate: 'money',
    summary: 'Removes a manager of an organisation of mine, or leaves it; somebody has to stay',
  }),
  previewInvitation: signedIn('POST /organisation_invitations/preview', 'invitationToken', 'invitationPreview', {
    rate: 'secret',
    summary: 'What the mailed invitation is to',
  }),
  acceptInvitation: signedIn('POST /organisation_invitations/accept', 'invitationToken', 'invitationAcceptance', {
    rate: 'secret',
    summary: 'Accepts the mailed invitation, once',
  }),
} satisfies Rows
