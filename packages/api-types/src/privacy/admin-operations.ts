import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const privacyAdminOperations = {
  deleteUser: {
    method: 'DELETE',
    path: '/admin/user/{username}',
    auth: 'admin',
    capabilities: ['support'],
    body: 'userDeletion',
    bodyOptional: true,
    summary: 'Starts the deletion of an account',
  },
  previewUserDeletion: {
    method: 'GET',
    path: '/admin/user/{username}/deletion',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'deletionPreview',
    extension: true,
    summary: 'What deleting an account erases and what stays',
  },
  undoUserDeletion: {
    method: 'POST',
    path: '/admin/user/{username}/deletion/undo',
    auth: 'admin',
    capabilities: ['support'],
    body: 'undoUserDeletionPayload',
    extension: true,
    summary: 'Cancels the pending deletion of an account',
  },
} as const satisfies Rows
