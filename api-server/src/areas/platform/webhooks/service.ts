export { queueWebhooks } from './outbox.ts'
