import type { CourseCard } from '@flagyard/api-types'
import { learnerScreens, paths } from '@flagyard/api-types/links'

const pages = [paths.home, paths.courses, paths.bundles, paths.faqs, paths.contact, paths.terms, paths.privacy]

/** Rooms, the console and everything that belongs to one account is nothing to find by a search. */
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

/** robots.txt: what search engines may read, and where the list of pages is. */
export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )

/** sitemap.xml: the public pages and every published course. Bundles share one page. */
export function sitemapXml(publicUrl: string, courses: CourseCard[]): string {
  const published = courses.filter(({ status }) => status === 'published').map(({ slug }) => paths.course(slug))
  const urls = [...pages, ...published].map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
