import { sendPdf } from '../../http/files.ts'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { downloadDocument } from './documents/service.ts'
import { orderSource } from './list-queries.ts'

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listUserOrders', {
    source: orderSource,
    scope: ofAccount(orderSource.table.user_id),
  })
  handle(api, 'downloadDocumentForAdmin', async ({ deps, params, reply }) =>
    sendPdf(reply, await downloadDocument(deps, params)),
  )
}
