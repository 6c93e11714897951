import type { Rows } from '../contract/operation.ts'

export const contentAdminOperations = {
  importSample: {
    method: 'POST',
    path: '/admin/content/sample',
    auth: 'admin',
    capabilities: ['content'],
    body: 'sampleImport',
    returns: 'importReport',
    extension: true,
    summary: 'Imports the sample catalogue into an empty one, or tells what that would do',
  },
} as const satisfies Rows
