import type { Rows } from '../contract/operation.ts'

export const searchAdminOperations = {
  searchEverything: {
    method: 'GET',
    path: '/admin/search',
    auth: 'admin',
    query: 'searchQuery',
    returns: 'searchGroup[]',
    extension: true,
    summary: 'Looks for a few letters in everything the console has pages for, a handful of each kind',
  },
} as const satisfies Rows
