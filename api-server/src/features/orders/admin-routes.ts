import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { orderSource } from './list-queries.ts'

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listUserOrders', {
    spec: ownOrders,
    source: orderSource,
    within: ofAccount(orderSource.table.user_id),
  })
}

const ownOrders = {
  filters: z.strictObject({}),
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', descending: true },
} as const
