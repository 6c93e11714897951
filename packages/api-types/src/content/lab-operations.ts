import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const labContentOperations = {
  saveLab: content.published('POST /admin/labs/{slug}', 'labEdit', 'labRecord', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates or changes a lab',
  }),
  deleteLab: content.published('DELETE /admin/labs/{slug}', { summary: 'Deletes a lab that was never deployed' }),
  getLabForAdmin: admin.published('GET /admin/labs/{slug}', 'labRecord', { summary: 'One lab as editors see it' }),
  saveLabFlags: content.published('POST /admin/labs/{slug}/flags', 'flagsEdit', 'savedFlags', {
    bodyLimit: 1024 * 1024,
    summary: 'Saves the ordered flags of a lab',
  }),
  listLabFlagsForAdmin: content.published('GET /labs/{slug}/flags', 'flagRecord[]', {
    summary: 'A lab’s flags as editors see them',
  }),
  revealFlagSecret: content('POST /admin/flags/{id}/secret', 'flagSecret', {
    rate: 'secret',
    summary: 'The secret of one flag; each access is recorded in the audit log',
  }),
  getLabTest: admin('GET /admin/labs/{slug}/test', 'labTest', {
    impersonation: 'denied',
    summary: 'My latest test run of a lab',
  }),
  startLabTest: content('POST /admin/labs/{slug}/test', 'labTestInput', 'labTest', {
    bodyLimit: 32 * 1024,
    status: 202,
    rate: 'lab',
    idempotent: true,
    summary: 'Builds a lab for its author, as a test run that no figure counts',
  }),
  endLabTest: content('DELETE /admin/labs/{slug}/test', 'labTest', {
    status: 202,
    summary: 'Ends my test run of a lab',
  }),
  submitTestFlag: content('POST /admin/labs/{slug}/test/flags/{id}', 'submitFlagPayload', 'labTest', {
    rate: 'secret',
    summary: 'Submits a flag in my test run of a lab',
  }),
} satisfies Rows
