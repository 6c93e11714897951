import { type Api, handle } from '../../../http/handle.ts'
import * as managers from './managers.ts'
import * as organisations from './service.ts'

export function organisationRoutes(api: Api) {
  handle(api, 'listMyOrganisations', ({ deps, user }) => organisations.listMyOrganisations(deps, user))
  handle(api, 'createOrganisation', ({ deps, auditActor, body }) =>
    organisations.createOrganisation(deps, auditActor, body),
  )
  handle(api, 'getOrganisation', ({ deps, user, params }) => organisations.readOrganisation(deps, user, params.id))
  handle(api, 'updateOrganisation', ({ deps, auditActor, params, body }) =>
    organisations.updateOrganisation(deps, auditActor, params.id, body),
  )
  handle(api, 'inviteManager', ({ deps, auditActor, params, body }) =>
    managers.inviteManager(deps, auditActor, params.id, body),
  )
  handle(api, 'revokeInvitation', ({ deps, auditActor, params }) => managers.revokeInvitation(deps, auditActor, params))
  handle(api, 'removeManager', ({ deps, auditActor, params }) => managers.removeManager(deps, auditActor, params))
  handle(api, 'previewInvitation', ({ deps, user, body }) => managers.previewInvitation(deps, user, body))
  handle(api, 'acceptInvitation', ({ deps, auditActor, body }) => managers.acceptInvitation(deps, auditActor, body))
}
