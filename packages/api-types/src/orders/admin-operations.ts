import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const orderAdminOperations = {
  listUserOrders: {
    method: 'GET',
    path: '/admin/user/{username}/orders',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'userOrderFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'userOrder[]',
    extension: true,
    summary: 'A learner’s orders, newest first',
  },
  downloadDocumentForAdmin: {
    method: 'GET',
    path: '/admin/orders/{id}/documents/{document_id}',
    auth: 'admin',
    capabilities: readsPersonalData,
    stream: 'file',
    extension: true,
    summary: 'An invoice or a credit note of an order as PDF',
  },
} as const satisfies Rows
