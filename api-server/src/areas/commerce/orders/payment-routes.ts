import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { paymentEventSource } from './payment-list-queries.ts'
import { payoutLineSource, payoutSource } from './payouts/queries.ts'
import { readPayoutForAdmin } from './payouts/read.ts'
import { receiveEvent } from './provider-events.ts'
import { readTransfers, recordTransfer, undoTransfer } from './transfers/service.ts'

export function paymentRoutes(api: Api) {
  handle(api, 'receiveStripeEvent', ({ deps, request }) =>
    receiveEvent(deps, request.bodyBytes, request.headers['stripe-signature']),
  )
  handleList(api, 'listPaymentEvents', { source: paymentEventSource })
  handle(api, 'listTransfers', ({ deps, params }) => readTransfers(deps, params.id))
  handle(api, 'recordTransfer', ({ deps, auditActor, params, body }) =>
    recordTransfer(deps, auditActor, params.id, body),
  )
  handle(api, 'undoTransfer', ({ deps, auditActor, params, body }) => undoTransfer(deps, auditActor, params, body))
  handleList(api, 'listPayouts', { source: payoutSource })
  handle(api, 'getPayout', ({ deps, params }) => readPayoutForAdmin(deps.db, params.id))
  handleList(api, 'listPayoutLines', { source: payoutLineSource })
}
