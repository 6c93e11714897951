import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { entitlementSource } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'
import { changeBetaTesters } from './beta-testers.ts'
import { removeCourseUser, restoreCourseUser } from './course-users.ts'

export function entitlementAdminRoutes(api: Api) {
  handleList(api, 'listUserEntitlements', {
    source: entitlementSource,
    scope: ofAccount(entitlementSource.table.user_id),
  })
  handle(api, 'changeBetaTesters', ({ deps, auditActor, params, body }) =>
    changeBetaTesters(deps, auditActor, params.slug, body),
  )
  handle(api, 'removeCourseUser', ({ deps, auditActor, params }) => removeCourseUser(deps, auditActor, params))
  handle(api, 'restoreCourseUser', ({ deps, auditActor, params }) => restoreCourseUser(deps, auditActor, params))
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}
