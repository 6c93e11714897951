import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { deliverySource, webhookSource } from './admin-queries.ts'
import * as webhooks from './admin-service.ts'

export function webhookAdminRoutes(api: Api) {
  handleList(api, 'listWebhooks', { source: webhookSource, allowed: webhooks.allowedOnWebhook })
  handle(api, 'createWebhook', ({ deps, auditActor, body }) => webhooks.createWebhook(deps, auditActor, body))
  handle(api, 'updateWebhook', ({ deps, auditActor, params, body }) =>
    webhooks.updateWebhook(deps, auditActor, params.id, body),
  )
  handle(api, 'deleteWebhook', ({ deps, auditActor, params }) => webhooks.deleteWebhook(deps, auditActor, params.id))
  handle(api, 'rotateWebhookSecret', ({ deps, auditActor, params, body }) =>
    webhooks.rotateSecret(deps, auditActor, params.id, body),
  )
  handle(api, 'testWebhook', ({ deps, auditActor, params }) => webhooks.testWebhook(deps, auditActor, params.id))
  handle(api, 'replayWebhook', ({ deps, auditActor, params, body }) =>
    webhooks.replayWebhook(deps, auditActor, params.id, body),
  )

  handleList(api, 'listWebhookDeliveries', { source: deliverySource, allowed: webhooks.allowedOnDelivery })
  handle(api, 'replayWebhookDelivery', ({ deps, auditActor, params }) =>
    webhooks.replayDelivery(deps, auditActor, params.id),
  )
}
