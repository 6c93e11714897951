import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

/** Public: an address contains the picture's checksum, so only people who were shown the picture know it. */
export const uploadOperations = {
  getPicture: anyone('GET /pictures/{name}', { stream: 'file', summary: 'A picture of a lesson or a cover' }),
} satisfies Rows
