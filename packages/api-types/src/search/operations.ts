import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const searchOperations = {
  searchLearning: signedIn('GET /search', 'learningFound[]', {
    query: 'searchQuery',
    summary: 'Searches the catalogue and my lessons by title, and my notes by text',
  }),
} satisfies Rows
