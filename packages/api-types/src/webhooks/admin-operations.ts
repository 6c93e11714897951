import type { Rows } from '../contract/operation.ts'
import { adminWith } from '../contract/row.ts'

/** Addresses may contain a secret of the receiver, and responses may contain anything, so reading requires the same capabilities as managing webhooks. */
const financeOrOwner = adminWith('finance', 'owner')

export const webhookAdminOperations = {
  listWebhooks: financeOrOwner('GET /admin/webhooks', 'webhook[]', {
    list: { filter: 'webhookFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Addresses of other systems that are told what happens',
  }),
  createWebhook: financeOrOwner('POST /admin/webhooks', 'webhookInput', 'webhookSecret', {
    status: 201,
    idempotent: true,
    summary: 'Adds an address; the answer shows its secret, once',
  }),
  updateWebhook: financeOrOwner('PATCH /admin/webhooks/{id}', 'webhookEdit', 'webhook', {
    summary: 'Changes an address, its events, or whether it is on',
  }),
  deleteWebhook: financeOrOwner('DELETE /admin/webhooks/{id}', { summary: 'Removes an address with its deliveries' }),
  rotateWebhookSecret: financeOrOwner('POST /admin/webhooks/{id}/rotate', 'webhookRotation', 'webhookSecret', {
    summary: 'Makes a new secret, shown once; the one before signs too for a day',
  }),
  testWebhook: financeOrOwner('POST /admin/webhooks/{id}/test', { rate: 'mail', summary: 'Sends a test' }),
  replayWebhook: financeOrOwner('POST /admin/webhooks/{id}/replay', 'webhookReplay', 'webhookReplayed', {
    rate: 'mail',
    summary: 'Sends again everything that was given up since a moment',
  }),
  listWebhookDeliveries: financeOrOwner('GET /admin/webhook_deliveries', 'webhookDelivery[]', {
    list: { filter: 'webhookDeliveryFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'What was sent to other systems, and what they answered',
  }),
  replayWebhookDelivery: financeOrOwner('POST /admin/webhook_deliveries/{id}/replay', 'webhookDelivery', {
    summary: 'Sends a delivery again, with the same id and body',
  }),
} satisfies Rows
