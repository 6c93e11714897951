import type { LegalPageName } from '@flagyard/api-types'
import { legalPaths } from '@flagyard/api-types/legal/pages'
import { learnerScreens, paths } from '@flagyard/api-types/links'
import { escapeMarkup } from './page-text.ts'

const pages = [paths.home, paths.courses, paths.labs, paths.exams, paths.bundles, paths.contact, paths.accessibility]

/** Rooms, the console and all account pages are excluded from search engines. */
const closed = [
  '/api/',
  paths.admin,
  ...[learnerScreens.classroom, learnerScreens.examroom, learnerScreens.checkout, learnerScreens.feedback].map(
    (screen) => screen.slice(0, screen.indexOf('{')),
  ),
  paths.dashboard,
  paths.profile,
  paths.vouchers,
  paths.activateVoucher,
  `${paths.certificates}$`,
]

/** robots.txt: the pages that search engines may read, and the address of the sitemap. */
export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )

/** sitemap.xml: the public pages, and every published course, lab and exam. Bundles share one page. */
export function sitemapXml(publicUrl: string, { courses, labs, exams, legal }: Published): string {
  const offered = [
    ...legal.map(({ page }) => legalPaths[page]),
    ...courses.map(({ slug }) => paths.course(slug)),
    ...labs.map(({ slug }) => paths.lab(slug)),
    ...exams.map(({ slug }) => paths.exam(slug)),
  ]
  const urls = [...pages, ...offered].map((path) => `  <url><loc>${escapeMarkup(publicUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

/** Published content, each with its own page. */
type Published = Record<'courses' | 'labs' | 'exams', { slug: string }[]> & { legal: { page: LegalPageName }[] }

/** Validity of security.txt, in days. RFC 9116 recommends less than a year. */
const SECURITY_TEXT_DAYS = 180

/** security.txt (RFC 9116): contact for vulnerability reports. */
export function securityText(publicUrl: string, contactEmail: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TEXT_DAYS * 86_400_000)
  return [
    `Contact: mailto:${contactEmail}`,
    `Contact: ${publicUrl}${paths.contact}`,
    `Expires: ${expires.toISOString().slice(0, 19)}Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
