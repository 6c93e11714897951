import type { LegalPageName } from '@flagyard/api-types'

/** Whether the site has a published legal page, or a free lesson. The server writes the list into each page. */
export function siteHas(offer: LegalPageName | 'free-lesson'): boolean {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="offers"]')?.content ?? ''
  return listed.split(' ').includes(offer)
}
