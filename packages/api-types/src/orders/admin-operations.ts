import type { Rows } from '../contract/operation.ts'
import { finance, personal } from '../contract/row.ts'

export const orderAdminOperations = {
  listOrders: personal('GET /admin/orders', 'orderRow[]', {
    list: {
      filter: 'orderFilter',
      sorts: ['created_at', 'paid_at', 'number', 'state', 'total'],
      defaultSort: ['created_at', 'DESC'],
    },
    summary: 'Orders, newest first',
  }),
  getAdminOrder: personal('GET /admin/orders/{id}', 'adminOrder', {
    summary: 'One order with its lines, payments and history',
  }),
  downloadDocumentForAdmin: personal('GET /admin/orders/{id}/documents/{document_id}', {
    stream: 'file',
    summary: 'An invoice or credit note of an order, as PDF',
  }),
} satisfies Rows

export const refundAdminOperations = {
  previewRefund: finance('POST /admin/orders/{id}/refund_preview', 'refundChoice', 'refundPreview', {
    bodyLimit: 64 * 1024,
    summary: 'Preview of a refund: its amount, and the access that would end',
  }),
  refundOrder: finance('POST /admin/orders/{id}/refunds', 'refundRequest', 'orderRefund', {
    bodyLimit: 64 * 1024,
    status: 201,
    idempotent: true,
    summary: 'Refunds an order, some of its seats, or a part of its price',
  }),
  confirmRefund: finance(
    'POST /admin/orders/{id}/refunds/{refund_id}/confirmation',
    'refundConfirmation',
    'orderRefund',
    { idempotent: true, summary: 'Records that a refund was paid out manually' },
  ),
  retryRefund: finance('POST /admin/orders/{id}/refunds/{refund_id}/retry', 'refundRetry', 'orderRefund', {
    idempotent: true,
    summary: 'Retries a failed refund at the provider',
  }),
  getDisputeEvidence: finance('GET /admin/orders/{id}/evidence', {
    stream: 'file',
    summary: 'Evidence for answering a dispute, as one ZIP archive',
  }),
} satisfies Rows
