import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const labOperations = {
  listLabs: anyone.published('GET /labs/', 'labCard[]', { summary: 'Labs for sale' }),
} satisfies Rows
