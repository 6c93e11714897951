import { type Api, handle, onId } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { entitlementSource } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'
import {
  allowedOnEntitlement,
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
  handle(api, 'extendEntitlement', onId(extendEntitlement))
  handle(api, 'suspendEntitlement', onId(suspendEntitlement))
  handle(api, 'resumeEntitlement', onId(resumeEntitlement))
  handle(api, 'revokeEntitlement', onId(revokeEntitlement))
  handle(api, 'restoreEntitlement', onId(restoreEntitlement))
  handle(api, 'moveEntitlement', onId(moveEntitlement))
  handle(api, 'changeBetaTesters', ({ deps, auditActor, params, body }) =>
    changeBetaTesters(deps, auditActor, params.slug, body),
  )
  handle(api, 'removeCourseUser', ({ deps, auditActor, params }) => removeCourseUser(deps, auditActor, params))
  handle(api, 'restoreCourseUser', ({ deps, auditActor, params }) => restoreCourseUser(deps, auditActor, params))
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}
