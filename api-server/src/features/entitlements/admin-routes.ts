import { entitlementKind } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { findUserId } from '../users/queries.ts'
import { listEntitlementsOf } from './admin-queries.ts'
import { explainAccess } from './admin-service.ts'

export function entitlementAdminRoutes(api: Api) {
  handle(api, 'listUserEntitlements', async ({ deps, params, query }) =>
    listEntitlementsOf(deps.db, await findUserId(deps.db, params.username), readList(query, ownEntitlements)),
  )
  handle(api, 'explainAccess', ({ deps, params }) => explainAccess(deps, params))
}

const ownEntitlements = {
  filters: z.strictObject({ kind: entitlementKind.optional() }),
  sorts: ['created_at'],
} as const
