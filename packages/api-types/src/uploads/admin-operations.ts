import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

/** Files are uploaded with tus 1.0 (tus.io): create, send in chunks of one call each, and query the offset to resume. */
export const uploadAdminOperations = {
  createUpload: content('POST /admin/uploads', {
    stream: 'tus',
    status: 201,
    summary: 'tus: begins an upload of Upload-Length bytes; Upload-Metadata says its kind and file name',
  }),
  getUploadOffset: content('HEAD /admin/uploads/{id}', {
    stream: 'tus',
    summary: 'tus: how many bytes of an upload have arrived, as Upload-Offset',
  }),
  appendUpload: content('PATCH /admin/uploads/{id}', {
    stream: 'tus',
    status: 204,
    summary: 'tus: the next bytes of an upload, from Upload-Offset on; what arrives of a cut request is kept',
  }),
  deleteUpload: content('DELETE /admin/uploads/{id}', {
    stream: 'tus',
    status: 204,
    summary: 'tus: gives up an upload; a file that it has already become stays',
  }),
  getUpload: admin('GET /admin/uploads/{id}', 'upload', { summary: 'One upload, and the stored file that it became' }),
  getUploadRules: admin('GET /admin/uploads', 'uploadRules', {
    summary: 'What may be uploaded, how large, and how much room is left',
  }),
} satisfies Rows
