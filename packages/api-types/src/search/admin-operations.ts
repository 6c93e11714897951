import type { Rows } from '../contract/operation.ts'

export const searchAdminOperations = {
  searchEverything: {
    method: 'GET',
    path: '/admin/search',
    auth: 'admin',
    query: 'searchQuery',
    returns: 'searchGroup[]',
    extension: true,
    summary: 'Searches everything that has a page in the console, with a few results per kind',
  },
} as const satisfies Rows
