import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { orderSource } from './list-queries.ts'

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listUserOrders', {
    source: orderSource,
    scope: ofAccount(orderSource.table.user_id),
  })
}
