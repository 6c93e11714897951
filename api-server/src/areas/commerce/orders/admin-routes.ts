import { sendPdf } from '../../../http/files.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { readAdminOrder } from './desk.ts'
import { downloadDocument } from './documents/service.ts'
import { orderSource } from './list-queries.ts'

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listOrders', { source: orderSource })
  handle(api, 'getAdminOrder', ({ deps, user, params }) => readAdminOrder(deps, user, params.id))
  handle(api, 'downloadDocumentForAdmin', async ({ deps, params, reply }) =>
    sendPdf(reply, await downloadDocument(deps, params)),
  )
}
