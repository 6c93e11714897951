/** Local storage: the ids of banners that are not to be shown again, separated by commas. The key is published. */
export const DISMISSED_BANNERS_KEY = 'dismissed_banners'

export function dismissedBanners(): string[] {
  try {
    return (localStorage.getItem(DISMISSED_BANNERS_KEY) ?? '').split(',').filter(Boolean)
  } catch {
    return []
  }
}

/** Ticking "Don't show again" adds the id, unticking removes it. */
export function setBannerDismissed(id: string, dismissed: boolean): void {
  const others = dismissedBanners().filter((known) => known !== id)
  const ids = dismissed ? [...others, id] : others
  try {
    if (ids.length > 0) localStorage.setItem(DISMISSED_BANNERS_KEY, ids.join(','))
    else localStorage.removeItem(DISMISSED_BANNERS_KEY)
  } catch {
    // Without storage the banner is shown again on the next visit.
  }
}
