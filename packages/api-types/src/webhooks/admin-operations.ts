import type { Rows } from '../contract/operation.ts'
import { adminWith } from '../contract/row.ts'

/** Addresses may contain a secret of the receiver, and responses may contain anything, so reading requires the same capabilities as managing webhooks. */
const financeOrOwner = adminWith('finance', 'owner')

export const webhookAdminOperations = {
  listWebhooks: financeOrOwner('GET /admin/webhooks', 'webhook[]', {
    list: { filter: 'webhookFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Webhook endpoints',
  }),
  createWebhook: financeOrOwner('POST /admin/webhooks', 'webhookInput', 'webhookSecret', {
    status: 201,
    idempotent: true,
    summary: 'Adds an endpoint; the response contains its secret, once',
  }),
  updateWebhook: financeOrOwner('PATCH /admin/webhooks/{id}', 'webhookEdit', 'webhook', {
    summary: 'Changes the address, events or state of an endpoint',
  }),
  deleteWebhook: financeOrOwner('DELETE /admin/webhooks/{id}', { summary: 'Removes an endpoint with its deliveries' }),
  rotateWebhookSecret: financeOrOwner('POST /admin/webhooks/{id}/rotate', 'webhookRotation', 'webhookSecret', {
    summary: 'Creates a new secret, shown once; the previous one stays valid for a day',
  }),
  testWebhook: financeOrOwner('POST /admin/webhooks/{id}/test', { rate: 'mail', summary: 'Sends a test event' }),
  replayWebhook: financeOrOwner('POST /admin/webhooks/{id}/replay', 'webhookReplay', 'webhookReplayed', {
    rate: 'mail',
    summary: 'Resends all failed deliveries since a given time',
  }),
  listWebhookDeliveries: financeOrOwner('GET /admin/webhook_deliveries', 'webhookDelivery[]', {
    list: { filter: 'webhookDeliveryFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Webhook deliveries with their responses',
  }),
  replayWebhookDelivery: financeOrOwner('POST /admin/webhook_deliveries/{id}/replay', 'webhookDelivery', {
    summary: 'Resends a delivery with the same id and body',
  }),
} satisfies Rows
