import { readStored, writeStored } from './storage.ts'

/** Local storage key: ids of banners that must not be shown again, separated by commas. The key is published. */
export const DISMISSED_BANNERS_KEY = 'dismissed_banners'

export const dismissedBanners = (): string[] => (readStored(DISMISSED_BANNERS_KEY) ?? '').split(',').filter(Boolean)

/** Ticking "Don't show again" adds the id, unticking removes it. */
export function setBannerDismissed(id: string, dismissed: boolean): void {
  const others = dismissedBanners().filter((known) => known !== id)
  const ids = dismissed ? [...others, id] : others
  writeStored(DISMISSED_BANNERS_KEY, ids.join(',') || null)
}
