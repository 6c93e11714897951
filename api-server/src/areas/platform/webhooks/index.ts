export { queueWebhooks } from './service.ts'
