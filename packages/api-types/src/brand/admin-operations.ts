import type { Rows } from '../contract/operation.ts'
import { admin, owner } from '../contract/row.ts'

export const brandAdminOperations = {
  getBrand: admin('GET /admin/brand', 'brandSettings', {
    summary: 'Name, colours, pictures and links of this site',
  }),
  updateBrand: owner('PATCH /admin/brand', 'brandEdit', 'brandSettings', {
    bodyLimit: 2048 * 1024,
    summary: 'Changes the brand. All processes apply it within seconds',
  }),
} satisfies Rows
