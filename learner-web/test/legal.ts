import type { LegalPage, LegalPageHead, LegalPageName } from '@flagyard/api-types'
import { legalPageNames } from '@flagyard/api-types/legal/pages'

/** Version of each page in tests. */
export const VERSION = 2

export const legalHead = (page: LegalPageName, version = VERSION): LegalPageHead => ({
  page,
  version,
  effective_at: `2027-0${version}-01T00:00:00.000Z`,
})

export const legalHeads = legalPageNames.map((page) => legalHead(page))

export const legalPage = (page: LegalPageName, version = VERSION): LegalPage => ({
  ...legalHead(page, version),
  markdown: `## Scope\n\nText of ${page}, **version ${version}**.`,
  versions: [2, 1].map((number) => ({ ...legalHead(page, number), summary: number === 2 ? 'Other courts' : '' })),
})

/** The list that the server writes into each page. */
export function setOffers(...offers: (LegalPageName | 'free-lesson')[]): void {
  document.querySelector('meta[name="offers"]')?.remove()
  document.head.insertAdjacentHTML('beforeend', `<meta name="offers" content="${offers.join(' ')}">`)
}
