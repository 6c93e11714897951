import { sendPdf } from '../../../http/files.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { downloadProForma } from './documents/pro-forma.ts'
import { downloadOwnDocument } from './documents/service.ts'
import { updateGift } from './gift.ts'
import { listMyBundles } from './my-bundles.ts'
import { purchase } from './purchase.ts'
import { quoteOrder } from './quote.ts'
import * as orders from './service.ts'

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
  handle(api, 'updateGift', ({ deps, user, params, body }) => updateGift(deps, user, params.id, body))
  handle(api, 'payDemoOrder', ({ deps, user, params, body }) =>
    orders.payDemoOrder(deps, user, params.id, body.outcome),
  )
}
