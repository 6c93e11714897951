import type { Rows } from '../contract/operation.ts'
import { admin, anyCapability, personal } from '../contract/row.ts'

export const bulkAdminOperations = {
  previewBulk: anyCapability('POST /admin/bulk_preview', 'bulkPreviewAsk', 'bulkPreview', {
    bodyLimit: 1024 * 1024,
    summary: 'Dry run of a bulk action: rows that would change, rows that would be refused, and why',
  }),
  startBulk: anyCapability('POST /admin/bulk_jobs', 'bulkAsk', 'bulkJob', {
    bodyLimit: 1024 * 1024,
    status: 201,
    idempotent: true,
    summary: 'Starts a bulk action as a job',
  }),
  listBulkJobs: admin('GET /admin/bulk_jobs', 'bulkJob[]', {
    list: { filter: 'bulkJobFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Bulk jobs: filtered, sorted, paged',
  }),
  getBulkJob: admin('GET /admin/bulk_jobs/{job_id}', 'bulkJob', { summary: 'One bulk job with its progress' }),
  listBulkItems: personal('GET /admin/bulk_items', 'bulkItem[]', {
    list: { filter: 'bulkItemFilter', sorts: ['position'], defaultSort: ['position', 'ASC'] },
    summary: 'Results of the rows of a bulk job; the filter must name the job',
  }),
  cancelBulkJob: anyCapability('POST /admin/bulk_jobs/{job_id}/cancel', 'bulkJob', {
    summary: 'Stops a bulk job; rows already changed stay changed',
  }),
  undoBulkJob: anyCapability('POST /admin/bulk_jobs/{job_id}/undo', 'bulkJob', {
    status: 201,
    idempotent: true,
    summary: 'Undoes a bulk job within ten minutes of its end',
  }),
} satisfies Rows
