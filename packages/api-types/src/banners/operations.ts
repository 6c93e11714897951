import type { Rows } from '../contract/operation.ts'
import { anyone } from '../contract/row.ts'

export const bannerOperations = {
  listBanners: anyone('GET /banners', 'banner[]', { summary: 'The banners shown now' }),
} satisfies Rows
