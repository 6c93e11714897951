import type { ListKeys, Rows } from '../contract/operation.ts'
import { finance, personal } from '../contract/row.ts'

const voucherKeys = {
  filter: 'voucherFilter',
  sorts: ['created_at', 'expires_at', 'activated_at', 'code', 'organisation', 'recipient'],
  defaultSort: ['created_at', 'DESC'],
} as const satisfies ListKeys

export const voucherAdminOperations = {
  createCourseVouchers: finance.published('POST /admin/course_voucher/', 'courseVoucher', 'voucherBatchReport', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates course vouchers as one batch; with a dry run',
  }),
  createExamVouchers: finance.published('POST /admin/exam_voucher/', 'examVoucher', 'voucherBatchReport', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates exam vouchers as one batch; with a dry run',
  }),
  createLabVouchers: finance.published('POST /admin/lab_voucher/', 'labVoucher', 'voucherBatchReport', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates lab vouchers as one batch; with a dry run',
  }),
  revokeVoucher: finance.published('DELETE /admin/vouchers/{voucher_id}', {
    body: 'voucherRevocation',
    bodyOptional: true,
    summary: 'Revokes a voucher and the access that it granted',
  }),
  previewVoucherRevocation: finance('GET /admin/vouchers/{voucher_id}/revocation', 'voucherRevocationPreview', {
    summary: 'Preview of revoking a voucher',
  }),
  getVoucher: personal('GET /admin/vouchers/{voucher_id}', 'voucherPage', {
    summary: 'One voucher, with its content, uses and mails',
  }),
  updateVoucher: finance('PATCH /admin/vouchers/{voucher_id}', {
    body: 'voucherExpiry',
    summary: 'Changes the expiry of a voucher',
  }),
  sendVoucher: finance('POST /admin/vouchers/{voucher_id}/send', 'voucherSending', 'sentence', {
    idempotent: true,
    summary: 'Mails a voucher again, or reassigns it to another address under a new code',
  }),
  renewVoucher: finance('POST /admin/vouchers/{voucher_id}/renew', {
    body: 'voucherRenewal',
    idempotent: true,
    summary: 'Gives a voucher a new code; the old one stops working',
  }),
  getVoucherBatch: personal('GET /admin/voucher_batches/{batch_id}', 'voucherBatch', {
    summary: 'One batch of vouchers, counted by state',
  }),
  listCourseVouchers: personal.published('GET /admin/course_vouchers', 'voucherRow[]', {
    list: voucherKeys,
    summary: 'Course vouchers',
  }),
  listExamVouchers: personal.published('GET /admin/exam_vouchers', 'voucherRow[]', {
    list: voucherKeys,
    summary: 'Exam vouchers',
  }),
  listLabVouchers: personal.published('GET /admin/lab_vouchers', 'voucherRow[]', {
    list: voucherKeys,
    summary: 'Lab vouchers',
  }),
  listVouchers: personal.published('GET /vouchers', 'voucherRow[]', {
    list: voucherKeys,
    summary: 'Vouchers of all three kinds',
  }),
} satisfies Rows
