import type { Rows } from '../contract/operation.ts'
import { admin, personal, support } from '../contract/row.ts'

export const labWorkAdminOperations = {
  listLabsForAdmin: admin.published('GET /admin/labs', 'labRow[]', {
    list: {
      filter: 'labFilter',
      sorts: ['title', 'slug', 'status', 'health', 'updated_at'],
      defaultSort: ['title', 'ASC'],
    },
    summary: 'Labs: filtered, sorted, paged',
  }),
  listUserLabs: personal('GET /admin/user/{username}/labs', 'userLab[]', {
    summary: 'A learner’s labs, with remaining days, resets and downloads',
  }),
  resetLabForUser: support.published('POST /admin/labs/reset/{slug}/{id}', 'labRebuild', 'userLab', {
    bodyOptional: true,
    status: 202,
    summary: 'Rebuilds a learner’s lab without using up a reset',
  }),
  extendLabAccess: support.published(
    'POST /admin/user/{username}/labs/{lab_slug}/extend_access',
    'labCorrection',
    'userLab',
    { query: 'extendAccessQuery', required: ['days'], bodyOptional: true, summary: 'Adds days of access' },
  ),
  setLabDownloadLimit: support.published(
    'POST /admin/user/{username}/labs/{lab_slug}/download_limit',
    'labCorrection',
    'userLab',
    {
      query: 'downloadLimitQuery',
      required: ['download_limit'],
      bodyOptional: true,
      summary: 'Sets how often a lab’s files may be downloaded',
    },
  ),
  resetLabResets: support.published(
    'POST /admin/user/{username}/labs/{lab_slug}/reset_resets',
    'labCorrection',
    'userLab',
    { bodyOptional: true, summary: 'Restores all resets of a learner' },
  ),
} satisfies Rows
