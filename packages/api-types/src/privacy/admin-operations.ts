import type { Rows } from '../contract/operation.ts'
import { personal, support } from '../contract/row.ts'

export const privacyAdminOperations = {
  deleteUser: support.published('DELETE /admin/user/{username}', {
    body: 'userDeletion',
    bodyOptional: true,
    summary: 'Starts the deletion of an account',
  }),
  previewUserDeletion: personal('GET /admin/user/{username}/deletion', 'deletionPreview', {
    summary: 'Data that deleting an account would erase, and data that would remain',
  }),
  undoUserDeletion: support('POST /admin/user/{username}/deletion/undo', {
    body: 'undoUserDeletionPayload',
    summary: 'Cancels the pending deletion of an account',
  }),
} satisfies Rows
