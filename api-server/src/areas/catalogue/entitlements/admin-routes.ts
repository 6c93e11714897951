import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { entitlementSource } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'
import { allowedOnEntitlement } from './allowed.ts'
import {
  extendEntitlement,
  restoreEntitlement,
  resumeEntitlement,
  revokeEntitlement,
  suspendEntitlement,
} from './changes.ts'
import { changeBetaTesters, removeCourseUser, restoreCourseUser } from './course-users.ts'
import { grantEntitlement } from './grant.ts'
import { moveEntitlement } from './move.ts'

export function entitlementAdminRoutes(api: Api) {
  handleList(api, 'listEntitlements', { source: entitlementSource, allowed: allowedOnEntitlement })
  handle(api, 'grantEntitlement', ({ deps, auditActor, params, body }) =>
    grantEntitlement(deps, auditActor, params.username, body),
  )
  handle(api, 'extendEntitlement', ({ deps, auditActor, params, body }) =>
    extendEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'suspendEntitlement', ({ deps, auditActor, params, body }) =>
    suspendEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'resumeEntitlement', ({ deps, auditActor, params, body }) =>
    resumeEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'revokeEntitlement', ({ deps, auditActor, params, body }) =>
    revokeEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'restoreEntitlement', ({ deps, auditActor, params, body }) =>
    restoreEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'moveEntitlement', ({ deps, auditActor, params, body }) =>
    moveEntitlement(deps, auditActor, params.id, body),
  )
  handle(api, 'changeBetaTesters', ({ deps, auditActor, params, body }) =>
    changeBetaTesters(deps, auditActor, params.slug, body),
  )
  handle(api, 'removeCourseUser', ({ deps, auditActor, params }) => removeCourseUser(deps, auditActor, params))
  handle(api, 'restoreCourseUser', ({ deps, auditActor, params }) => restoreCourseUser(deps, auditActor, params))
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}
