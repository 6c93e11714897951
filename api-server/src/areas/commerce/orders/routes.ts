import { type Api, handle, onId } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment, sendPdf } from '../../../http/files.ts'
import { downloadDocument, downloadOwnDocument, downloadProForma } from './documents/service.ts'
import { paymentEventSource } from './payment-queries.ts'
import { readPayoutForAdmin } from './payouts/import.ts'
import { payoutLineSource, payoutSource } from './payouts/queries.ts'
import { receiveEvent } from './provider/events.ts'
import { purchase } from './purchase/purchase.ts'
import { listMyBundles, quoteOrder } from './purchase/quote.ts'
import { confirmRefund, previewRefund, refundOrder, retryRefund } from './refunds/admin-service.ts'
import { makeEvidence } from './refunds/evidence.ts'
import * as orders from './service.ts'
import { readAdminOrder } from './support/page.ts'
import { orderSource } from './support/queries.ts'
import { readTransfers, recordTransfer, undoTransfer } from './transfers/service.ts'

export function orderRoutes(api: Api) {
  handle(api, 'purchaseCourse', ({ deps, user, body }) => purchase(deps, user, 'course', body))
  handle(api, 'purchaseCourseBundle', ({ deps, user, body }) => purchase(deps, user, 'bundle', body))
  handle(api, 'purchaseLab', ({ deps, user, body }) => purchase(deps, user, 'lab', body))
  handle(api, 'purchaseExam', ({ deps, user, body }) => purchase(deps, user, 'exam', body))
  handle(api, 'quoteOrder', ({ deps, user, body }) => quoteOrder(deps, user, body))
  handle(api, 'downloadOrderDocument', async ({ deps, user, params, reply }) =>
    sendPdf(reply, await downloadOwnDocument(deps, user, params)),
  )
  handle(api, 'downloadProForma', async ({ deps, user, params, reply }) =>
    sendPdf(reply, await downloadProForma(deps, await orders.findOwnOrder(deps.db, user, params.id))),
  )
  handle(api, 'listMyOrders', ({ deps, user }) => orders.listMyOrders(deps, user))
  handle(api, 'listUnpaidOrders', ({ deps, user }) => orders.listUnpaidOrders(deps, user))
  handle(api, 'listOrganisationOrders', ({ deps, user, params }) =>
    orders.listOrganisationOrders(deps, user, params.id),
  )
  handle(api, 'getOrder', ({ deps, user, params }) => orders.readOrder(deps, user, params.id))
  handle(api, 'listMyBundles', ({ deps, user }) => listMyBundles(deps, user))
  handle(api, 'cancelOrder', ({ deps, user, params }) => orders.cancelOrder(deps, user, params.id))
  handle(api, 'updateGift', ({ deps, user, params, body }) => orders.updateGift(deps, user, params.id, body))
  handle(api, 'payDemoOrder', ({ deps, user, params, body }) =>
    orders.payDemoOrder(deps, user, params.id, body.outcome),
  )
}

export function paymentRoutes(api: Api) {
  handle(api, 'receiveStripeEvent', ({ deps, request }) =>
    receiveEvent(deps, request.bodyBytes, request.headers['stripe-signature']),
  )
  handleList(api, 'listPaymentEvents', { source: paymentEventSource })
  handle(api, 'listTransfers', ({ deps, params }) => readTransfers(deps, params.id))
  handle(api, 'recordTransfer', onId(recordTransfer))
  handle(api, 'undoTransfer', ({ deps, auditActor, params, body }) => undoTransfer(deps, auditActor, params, body))
  handleList(api, 'listPayouts', { source: payoutSource })
  handle(api, 'getPayout', ({ deps, params }) => readPayoutForAdmin(deps.db, params.id))
  handleList(api, 'listPayoutLines', { source: payoutLineSource })
}

export function orderAdminRoutes(api: Api) {
  handleList(api, 'listOrders', { source: orderSource })
  handle(api, 'getAdminOrder', ({ deps, user, params }) => readAdminOrder(deps, user, params.id))
  handle(api, 'downloadDocumentForAdmin', async ({ deps, params, reply }) =>
    sendPdf(reply, await downloadDocument(deps, params)),
  )
}

export function refundRoutes(api: Api) {
  handle(api, 'previewRefund', ({ deps, params, body }) => previewRefund(deps, params.id, body))
  handle(api, 'refundOrder', onId(refundOrder))
  handle(api, 'confirmRefund', ({ deps, auditActor, params, body }) => confirmRefund(deps, auditActor, params, body))
  handle(api, 'retryRefund', ({ deps, auditActor, params, body }) => retryRefund(deps, auditActor, params, body))
  handle(api, 'getDisputeEvidence', async ({ deps, auditActor, params, reply }) => {
    const { name, content } = await makeEvidence(deps, auditActor, params.id)
    reply.type('application/zip').header('content-disposition', attachment(name))
    return content
  })
}
