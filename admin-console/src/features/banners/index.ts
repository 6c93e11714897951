import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { BannersIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const banners: ConsoleResource = {
  name: 'banners',
  icon: BannersIcon,
  options: { label: 'Banners', resourceLabel: ['banner', 'banners'], group: 'content' },
  list: lazyScreen(() => import('./BannerList.tsx')),
  edit: lazyScreen(() => import('./BannerEdit.tsx')),
  create: lazyScreen(async () => ({ default: (await import('./BannerEdit.tsx')).BannerCreate })),
  recordRepresentation: 'content',
}
