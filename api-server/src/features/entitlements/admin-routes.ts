import { entitlementKind } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { entitlementSource } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'

export function entitlementAdminRoutes(api: Api) {
  handleList(api, 'listUserEntitlements', {
    spec: ownEntitlements,
    source: entitlementSource,
    within: ofAccount(entitlementSource.table.user_id),
  })
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}

const ownEntitlements = {
  filters: z.strictObject({ kind: entitlementKind.optional() }),
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', descending: true },
} as const
