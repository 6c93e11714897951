import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { organisationSource } from './admin-queries.ts'
import * as organisations from './admin-service.ts'

export function organisationAdminRoutes(api: Api) {
  handleList(api, 'listOrganisations', { source: organisationSource })
  handle(api, 'getOrganisationForAdmin', ({ deps, user, params }) =>
    organisations.readOrganisation(deps, user, params.id),
  )
  handle(api, 'createOrganisationForAdmin', ({ deps, auditActor, body }) =>
    organisations.createOrganisation(deps, auditActor, body),
  )
  handle(api, 'updateOrganisationForAdmin', ({ deps, auditActor, params, body }) =>
    organisations.updateOrganisation(deps, auditActor, params.id, body),
  )
  handle(api, 'saveTaxIdCheck', ({ deps, auditActor, params, body }) =>
    organisations.saveTaxIdCheck(deps, auditActor, params.id, body),
  )
  handle(api, 'inviteManagerForAdmin', ({ deps, auditActor, params, body }) =>
    organisations.inviteManager(deps, auditActor, params.id, body),
  )
  handle(api, 'revokeInvitationForAdmin', ({ deps, auditActor, params }) =>
    organisations.revokeInvitation(deps, auditActor, params),
  )
  handle(api, 'removeManagerForAdmin', ({ deps, auditActor, params, body }) =>
    organisations.removeManager(deps, auditActor, params, body),
  )
}
