import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const orderAdminOperations = {
  listOrders: {
    method: 'GET',
    path: '/admin/orders',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: {
      filter: 'orderFilter',
      sorts: ['created_at', 'paid_at', 'number', 'state', 'total'],
      defaultSort: ['created_at', 'DESC'],
    },
    returns: 'orderRow[]',
    extension: true,
    summary: 'Orders, newest first',
  },
  getAdminOrder: {
    method: 'GET',
    path: '/admin/orders/{id}',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'adminOrder',
    extension: true,
    summary: 'One order: what was bought, what was paid, and what happened to it',
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
