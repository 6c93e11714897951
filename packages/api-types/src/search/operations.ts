import type { Rows } from '../contract/operation.ts'

export const searchOperations = {
  searchLearning: {
    method: 'GET',
    path: '/search',
    auth: 'bearer',
    query: 'searchQuery',
    returns: 'learningFound[]',
    extension: true,
    summary: 'Searches the catalogue and the lessons of my courses by their titles, and my notes by their words',
  },
} as const satisfies Rows
