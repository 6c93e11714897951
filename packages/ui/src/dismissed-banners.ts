/** SPEC §9: ids of banners not to be shown again, comma separated, in local storage. */
export const DISMISSED_BANNERS_KEY = 'dismissed_banners'

export function dismissedBanners(): string[] {
  try {
    return (localStorage.getItem(DISMISSED_BANNERS_KEY) ?? '').split(',').filter(Boolean)
  } catch {
    return []
  }
}

/** Ticking "Don't show again" adds the id, unticking takes it out. */
export function setBannerDismissed(id: string, dismissed: boolean): void {
  const others = dismissedBanners().filter((known) => known !== id)
  const ids = dismissed ? [...others, id] : others
  try {
    if (ids.length > 0) localStorage.setItem(DISMISSED_BANNERS_KEY, ids.join(','))
    else localStorage.removeItem(DISMISSED_BANNERS_KEY)
  } catch {
    // Without storage a banner comes back at the next visit, which harms nobody.
  }
}
