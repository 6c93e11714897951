import type { Rows } from '../contract/operation.ts'

export const labOperations = {
  listLabs: { method: 'GET', path: '/labs/', auth: 'public', returns: 'labCard[]', summary: 'Labs for sale' },
} as const satisfies Rows
