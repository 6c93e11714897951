import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const searchAdminOperations = {
  searchEverything: admin('GET /admin/search', 'searchGroup[]', {
    query: 'searchQuery',
    summary: 'Searches everything with a page in the console, with a few results per kind',
  }),
} satisfies Rows
