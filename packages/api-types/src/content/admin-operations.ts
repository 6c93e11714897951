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
  deleteBundle: content('DELETE /admin/bundles/{slug}', { summary: 'Deletes a bundle that was never bought' }),
  publishLab: content('POST /admin/labs/{slug}/publish', 'publication', 'labRecord', {
    summary: 'Publishes a lab or its draft, now or later; `version` is that of the record',
  }),
  cancelLabPublication: content('POST /admin/labs/{slug}/publish/cancel', 'labRecord', {
    summary: 'Cancels a scheduled publication; the draft remains',
  }),
  discardLabDraft: content('POST /admin/labs/{slug}/discard', 'seenContent', 'labRecord', {
    summary: 'Discards the unpublished changes of a lab',
  }),
  listLabRevisions: admin('GET /admin/labs/{slug}/revisions', 'contentRevision[]', {
    list: { filter: 'revisionFilter', sorts: ['number'], defaultSort: ['number', 'DESC'] },
    summary: 'Published revisions of a lab, latest first',
  }),
  takeBackLabRevision: content('POST /admin/labs/{slug}/revisions/{id}/take_back', 'labRecord', {
    summary: 'Reverts the latest revision of a lab',
  }),
  publishExam: content('POST /admin/exams/{slug}/publish', 'publication', 'examRecord', {
    summary: 'Publishes an exam or its draft, now or later; `version` is that of the record',
  }),
  cancelExamPublication: content('POST /admin/exams/{slug}/publish/cancel', 'examRecord', {
    summary: 'Cancels a scheduled publication; the draft remains',
  }),
  discardExamDraft: content('POST /admin/exams/{slug}/discard', 'seenContent', 'examRecord', {
    summary: 'Discards the unpublished changes of an exam',
  }),
  listExamRevisions: admin('GET /admin/exams/{slug}/revisions', 'contentRevision[]', {
    list: { filter: 'revisionFilter', sorts: ['number'], defaultSort: ['number', 'DESC'] },
    summary: 'Published revisions of an exam, latest first',
  }),
  takeBackExamRevision: content('POST /admin/exams/{slug}/revisions/{id}/take_back', 'examRecord', {
    summary: 'Reverts the latest revision of an exam',
  }),
  importSample: content('POST /admin/content/sample', 'sampleImport', 'importReport', {
    summary: 'Imports the sample catalogue into an empty one; with a dry run',
  }),
  exportContent: content('POST /admin/content/export', {
    fieldCapabilities: { with_secrets: ['owner'] },
    body: 'contentExport',
    stream: 'file',
    summary: 'The catalogue as a content folder in a ZIP archive',
  }),
  checkArchive: content('POST /admin/content/imports', 'archiveCheck', 'contentImport', {
    status: 202,
    idempotent: true,
    summary: 'Starts a dry run of importing an uploaded content archive',
  }),
  getContentImport: admin('GET /admin/content/imports/{id}', 'contentImport', {
    summary: 'Changes of a content import or its dry run, with the rejected entries',
  }),
  importArchive: content('POST /admin/content/imports/{id}/import', 'archiveImport', 'contentImport', {
    status: 202,
    summary: 'Starts importing a content archive: exactly the changes of its report, or nothing',
  }),
  listMissingFiles: content('POST /admin/content/missing_files', 'storedFilesAsk', 'missingFiles', {
    bodyLimit: 256 * 1024,
    summary: 'Which of these content files are not stored yet',
  }),
} satisfies Rows
