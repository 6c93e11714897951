import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const bannerAdminOperations = {
  listBannersForAdmin: admin('GET /admin/banners', 'bannerRecord[]', {
    list: { filter: 'bannerFilter', sorts: ['position', 'updated_at'], defaultSort: ['position', 'ASC'] },
    summary: 'Banners: active, planned, ended and off',
  }),
  getBanner: admin('GET /admin/banners/{id}', 'bannerRecord', { summary: 'One banner' }),
  createBanner: content('POST /admin/banners', 'bannerInput', 'bannerRecord', {
    status: 201,
    idempotent: true,
    summary: 'Adds a banner',
  }),
  updateBanner: content('PATCH /admin/banners/{id}', 'bannerEdit', 'bannerRecord', { summary: 'Changes a banner' }),
  deleteBanner: content('DELETE /admin/banners/{id}', { summary: 'Removes a banner; it can be restored for 30 days' }),
  restoreBanner: content('POST /admin/banners/{id}/restore', 'bannerRecord', {
    summary: 'Restores a removed banner',
  }),
} satisfies Rows
