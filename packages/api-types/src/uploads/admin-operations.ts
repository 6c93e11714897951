import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

/** Files are uploaded with tus 1.0 (tus.io): create, send in chunks of one call each, and query the offset to resume. */
export const uploadAdminOperations = {
  createUpload: content('POST /admin/uploads', {
    stream: 'tus',
    status: 201,
    summary: 'tus: starts an upload of Upload-Length bytes; Upload-Metadata has its kind and file name',
  }),
  getUploadOffset: content('HEAD /admin/uploads/{id}', {
    stream: 'tus',
    summary: 'tus: number of bytes received so far, as Upload-Offset',
  }),
  appendUpload: content('PATCH /admin/uploads/{id}', {
    stream: 'tus',
    status: 204,
    summary: 'tus: appends bytes at Upload-Offset; the bytes of an interrupted request are stored',
  }),
  deleteUpload: content('DELETE /admin/uploads/{id}', {
    stream: 'tus',
    status: 204,
    summary: 'tus: cancels an upload; a stored file that resulted from it remains',
  }),
  getUpload: admin('GET /admin/uploads/{id}', 'upload', {
    summary: 'One upload, and the stored file that resulted from it',
  }),
  getUploadRules: admin('GET /admin/uploads', 'uploadRules', {
    summary: 'Allowed file types and sizes, and the remaining storage',
  }),
} satisfies Rows
