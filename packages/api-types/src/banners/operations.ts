import type { Rows } from '../contract/operation.ts'

export const bannerOperations = {
  listBanners: {
    method: 'GET',
    path: '/banners',
    auth: 'public',
    returns: 'banner[]',
    extension: true,
    summary: 'The banners shown now',
  },
} as const satisfies Rows
