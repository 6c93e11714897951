import { readsPersonalData } from '../contract/capabilities.ts'
import type { Capability, Rows } from '../contract/operation.ts'

/** Whoever may only read may start nothing. Which of these an action takes stands with the action (bulk/actions.ts). */
const any: readonly Capability[] = ['owner', 'support', 'content', 'finance', 'cloud']

export const bulkAdminOperations = {
  previewBulk: {
    method: 'POST',
    path: '/admin/bulk_preview',
    auth: 'admin',
    capabilities: any,
    body: 'bulkPreviewAsk',
    returns: 'bulkPreview',
    extension: true,
    summary: 'Dry run of a bulk action: which rows it would change, which it would refuse, and why',
  },
  startBulk: {
    method: 'POST',
    path: '/admin/bulk_jobs',
    auth: 'admin',
    capabilities: any,
    body: 'bulkAsk',
    returns: 'bulkJob',
    status: 201,
    idempotent: true,
    extension: true,
    summary: 'Starts a bulk action as a job',
  },
  listBulkJobs: {
    method: 'GET',
    path: '/admin/bulk_jobs',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'bulkJobFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    returns: 'bulkJob[]',
    extension: true,
    summary: 'Bulk jobs: filtered, sorted, paged',
  },
  getBulkJob: {
    method: 'GET',
    path: '/admin/bulk_jobs/{job_id}',
    auth: 'admin',
    returns: 'bulkJob',
    extension: true,
    summary: 'One bulk job with its progress',
  },
  listBulkItems: {
    method: 'GET',
    path: '/admin/bulk_items',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'bulkItemFilter', sorts: ['position'], defaultSort: ['position', 'ASC'] },
    returns: 'bulkItem[]',
    extension: true,
    summary: 'Outcomes of the rows of a bulk job; the filter must name the job',
  },
  cancelBulkJob: {
    method: 'POST',
    path: '/admin/bulk_jobs/{job_id}/cancel',
    auth: 'admin',
    capabilities: any,
    returns: 'bulkJob',
    extension: true,
    summary: 'Stops a bulk job; rows already changed stay changed',
  },
  undoBulkJob: {
    method: 'POST',
    path: '/admin/bulk_jobs/{job_id}/undo',
    auth: 'admin',
    capabilities: any,
    returns: 'bulkJob',
    status: 201,
    idempotent: true,
    extension: true,
    summary: 'Undoes a bulk job within ten minutes after its end',
  },
} as const satisfies Rows
