import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const banners = {
  name: 'banners',
  options: { label: 'Banners' },
  list: lazyScreen(() => import('./BannerList.tsx')),
  edit: lazyScreen(() => import('./BannerEdit.tsx')),
  create: lazyScreen(() => import('./BannerCreate.tsx')),
}
