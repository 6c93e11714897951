import type { Rows } from '../contract/operation.ts'

/** Public: an address contains the picture's checksum, so only people who were shown the picture know it. */
export const uploadOperations = {
  getPicture: {
    method: 'GET',
    path: '/pictures/{name}',
    auth: 'public',
    stream: 'file',
    extension: true,
    summary: 'A picture of a lesson or a cover',
  },
} as const satisfies Rows
