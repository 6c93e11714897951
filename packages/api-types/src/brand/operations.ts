import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const brandOperations = {
  getBrandPicture: anyone('GET /brand_pictures/{name}', {
    stream: 'file',
    summary: 'A logo, the icon or the share picture of this site, by its checksum',
  }),
} satisfies Rows
