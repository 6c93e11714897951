import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment, sendPdf } from '../../../http/files.ts'
import { downloadDocument } from './documents/service.ts'
import { confirmRefund, previewRefund, refundOrder, retryRefund } from './refunds/admin-service.ts'
import { makeEvidence } from './refunds/evidence.ts'
import { orderSource } from './support/list-queries.ts'
import { readAdminOrder } from './support/page.ts'

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listOrders', { source: orderSource })
  handle(api, 'getAdminOrder', ({ deps, user, params }) => readAdminOrder(deps, user, params.id))
  handle(api, 'downloadDocumentForAdmin', async ({ deps, params, reply }) =>
    sendPdf(reply, await downloadDocument(deps, params)),
  )
}

export function refundRoutes(api: Api) {
  handle(api, 'previewRefund', ({ deps, params, body }) => previewRefund(deps, params.id, body))
  handle(api, 'refundOrder', ({ deps, auditActor, params, body }) => refundOrder(deps, auditActor, params.id, body))
  handle(api, 'confirmRefund', ({ deps, auditActor, params, body }) => confirmRefund(deps, auditActor, params, body))
  handle(api, 'retryRefund', ({ deps, auditActor, params, body }) => retryRefund(deps, auditActor, params, body))
  handle(api, 'getDisputeEvidence', async ({ deps, auditActor, params, reply }) => {
    const { name, content } = await makeEvidence(deps, auditActor, params.id)
    reply.type('application/zip').header('content-disposition', attachment(name))
    return content
  })
}
