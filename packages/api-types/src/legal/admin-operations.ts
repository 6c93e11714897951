import type { Rows } from '../contract/operation.ts'
import { admin, owner } from '../contract/row.ts'

export const legalAdminOperations = {
  listLegalPagesForAdmin: admin('GET /admin/legal_pages', 'legalPageRow[]', {
    summary: 'All legal pages with their current and next version',
  }),
  getLegalPageForAdmin: admin('GET /admin/legal_pages/{page}', 'legalPageRecord', {
    summary: 'A legal page with its draft and its latest versions',
  }),
  saveLegalDraft: owner('PATCH /admin/legal_pages/{page}/draft', 'legalDraftInput', 'legalPageRecord', {
    bodyLimit: 512 * 1024,
    summary: 'Saves the draft of a legal page',
  }),
  publishLegalPage: owner('POST /admin/legal_pages/{page}/publish', 'legalPublication', 'legalPageRecord', {
    summary: 'Publishes the draft of a legal page, now or at a given time',
  }),
  cancelLegalPublication: owner('POST /admin/legal_pages/{page}/cancel', 'legalCancellation', 'legalPageRecord', {
    summary: 'Turns a scheduled version of a legal page into a draft again',
  }),
} satisfies Rows
