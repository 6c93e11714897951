import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { findUserId } from '../users/queries.ts'
import { listOrdersOf } from './list-queries.ts'

export function orderAdminRoutes(api: Api) {
  handle(api, 'listUserOrders', async ({ deps, params, query }) =>
    listOrdersOf(deps.db, await findUserId(deps.db, params.username), readList(query, ownOrders)),
  )
}

const ownOrders = { filters: z.strictObject({}), sorts: ['created_at'] } as const
