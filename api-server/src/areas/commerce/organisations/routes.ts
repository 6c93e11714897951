import { type Api, handle, onId } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { organisationSource } from './admin-queries.ts'
import * as admin from './admin-service.ts'
import * as managers from './managers.ts'
import * as organisations from './service.ts'

export function organisationRoutes(api: Api) {
  handle(api, 'listMyOrganisations', ({ deps, user }) => organisations.listMyOrganisations(deps, user))
  handle(api, 'createOrganisation', ({ deps, auditActor, body }) =>
    organisations.createOrganisation(deps, auditActor, body),
  )
  handle(api, 'getOrganisation', ({ deps, user, params }) => organisations.readOrganisation(deps, user, params.id))
  handle(api, 'updateOrganisation', onId(organisations.updateOrganisation))
  handle(api, 'inviteManager', onId(managers.inviteManager))
  handle(api, 'revokeInvitation', ({ deps, auditActor, params }) => managers.revokeInvitation(deps, auditActor, params))
  handle(api, 'removeManager', ({ deps, auditActor, params }) => managers.removeManager(deps, auditActor, params))
  handle(api, 'previewInvitation', ({ deps, user, body }) => managers.previewInvitation(deps, user, body))
  handle(api, 'acceptInvitation', ({ deps, auditActor, body }) => managers.acceptInvitation(deps, auditActor, body))
}

export function organisationAdminRoutes(api: Api) {
  handleList(api, 'listOrganisations', { source: organisationSource })
  handle(api, 'getOrganisationForAdmin', ({ deps, user, params }) => admin.readOrganisation(deps, user, params.id))
  handle(api, 'createOrganisationForAdmin', ({ deps, auditActor, body }) =>
    admin.createOrganisation(deps, auditActor, body),
  )
  handle(api, 'updateOrganisationForAdmin', onId(admin.updateOrganisation))
  handle(api, 'saveTaxIdCheck', onId(admin.saveTaxIdCheck))
  handle(api, 'inviteManagerForAdmin', onId(admin.inviteManager))
  handle(api, 'revokeInvitationForAdmin', ({ deps, auditActor, params }) =>
    admin.revokeInvitation(deps, auditActor, params),
  )
  handle(api, 'removeManagerForAdmin', ({ deps, auditActor, params, body }) =>
    admin.removeManager(deps, auditActor, params, body),
  )
}
