import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const searchOperations = {
  searchLearning: signedIn('GET /search', 'learningFound[]', {
    query: 'searchQuery',
    summary: 'Searches the catalogue and the lessons of my courses by their titles, and my notes by their words',
  }),
} satisfies Rows
