import type { Rows } from '../contract/operation.ts'

/** Open to everybody: an address holds a checksum of the picture, so it is known to whoever was shown the picture. */
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
