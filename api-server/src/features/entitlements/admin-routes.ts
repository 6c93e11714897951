import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { entitlementSource } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'

export function entitlementAdminRoutes(api: Api) {
  handleList(api, 'listUserEntitlements', {
    source: entitlementSource,
    scope: ofAccount(entitlementSource.table.user_id),
  })
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}
