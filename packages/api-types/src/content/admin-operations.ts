import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const contentAdminOperations = {
  listBundlesForAdmin: admin('GET /admin/bundles', 'bundleRow[]', {
    list: {
      filter: 'bundleFilter',
      sorts: ['title', 'slug', 'status', 'price', 'updated_at'],
      defaultSort: ['title', 'ASC'],
    },
    summary: 'Bundles: filtered, sorted, paged',
  }),
  getBundleForAdmin: admin('GET /admin/bundles/{slug}', 'bundleRecord', { summary: 'One bundle as editors see it' }),
  saveBundle: content('POST /admin/bundles/{slug}', 'bundleEdit', 'bundleRecord', {
    bodyLimit: 128 * 1024,
    idempotent: true,
    summary: 'Creates, changes or archives a bundle',
  }),
  deleteBundle: content('DELETE /admin/bundles/{slug}', { summary: 'Deletes a bundle that nobody bought' }),
  publishLab: content('POST /admin/labs/{slug}/publish', 'publication', 'labRecord', {
    summary: 'Publishes a lab, or its draft, now or at an hour; `version` is that of the record',
  }),
  cancelLabPublication: content('POST /admin/labs/{slug}/publish/cancel', 'labRecord', {
    summary: 'Cancels the publication that waits for its hour; the draft stays',
  }),
  discardLabDraft: content('POST /admin/labs/{slug}/discard', 'seenContent', 'labRecord', {
    summary: 'Throws away the changes of a lab that are not published',
  }),
  listLabRevisions: admin('GET /admin/labs/{slug}/revisions', 'contentRevision[]', {
    list: { filter: 'revisionFilter', sorts: ['number'], defaultSort: ['number', 'DESC'] },
    summary: 'What was published of a lab, the latest first',
  }),
  takeBackLabRevision: content('POST /admin/labs/{slug}/revisions/{id}/take_back', 'labRecord', {
    summary: 'Takes the latest revision of a lab back: everything is as it was before',
  }),
  publishExam: content('POST /admin/exams/{slug}/publish', 'publication', 'examRecord', {
    summary: 'Publishes an exam, or its draft, now or at an hour; `version` is that of the record',
  }),
  cancelExamPublication: content('POST /admin/exams/{slug}/publish/cancel', 'examRecord', {
    summary: 'Cancels the publication that waits for its hour; the draft stays',
  }),
  discardExamDraft: content('POST /admin/exams/{slug}/discard', 'seenContent', 'examRecord', {
    summary: 'Throws away the changes of an exam that are not published',
  }),
  listExamRevisions: admin('GET /admin/exams/{slug}/revisions', 'contentRevision[]', {
    list: { filter: 'revisionFilter', sorts: ['number'], defaultSort: ['number', 'DESC'] },
    summary: 'What was published of an exam, the latest first',
  }),
  takeBackExamRevision: content('POST /admin/exams/{slug}/revisions/{id}/take_back', 'examRecord', {
    summary: 'Takes the latest revision of an exam back: everything is as it was before',
  }),
  importSample: content('POST /admin/content/sample', 'sampleImport', 'importReport', {
    summary: 'Imports the sample catalogue into an empty one, or tells what that would do',
  }),
  exportContent: content('POST /admin/content/export', {
    fieldCapabilities: { with_secrets: ['owner'] },
    body: 'contentExport',
    stream: 'file',
    summary: 'The catalogue as a folder of content, in a ZIP archive',
  }),
  checkArchive: content('POST /admin/content/imports', 'archiveCheck', 'contentImport', {
    status: 202,
    idempotent: true,
    summary: 'Begins to look what an uploaded archive of content would change',
  }),
  getContentImport: admin('GET /admin/content/imports/{id}', 'contentImport', {
    summary: 'What an archive of content would change or has changed, and what is refused in it',
  }),
  importArchive: content('POST /admin/content/imports/{id}/import', 'archiveImport', 'contentImport', {
    status: 202,
    summary: 'Begins to import an archive of content: exactly what its report says, or nothing',
  }),
  listMissingFiles: content('POST /admin/content/missing_files', 'storedFilesAsk', 'missingFiles', {
    bodyLimit: 256 * 1024,
    summary: 'Which of these files of content are not stored yet',
  }),
} satisfies Rows
