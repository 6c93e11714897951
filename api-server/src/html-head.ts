import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Output } from '@flagyard/api-types/contract/operation'
import { learnerScreens, matchScreen, paths } from '@flagyard/api-types/links'
import { certificate as certificateSchema } from '@flagyard/api-types/schemas'
import { levelNames } from '@flagyard/ui/format'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { listShownBanners } from './features/banners/service.ts'
import { readCertificate } from './features/certificates/service.ts'
import { readBundles, readCatalogue, readPublicCourse } from './features/courses/public-catalogue.ts'
import { courseMarkup } from './site/course-markup.ts'
import { PREVIEW_SIZE, type PreviewCard, versionOf } from './site/preview-card.ts'
import { previewPath } from './site/preview-path.ts'

export interface Page {
  title: string
  description: string
  /** Its own address, where it can be opened under several. */
  canonical?: string
  /** What its preview picture shows besides title and description. */
  preview?: Pick<PreviewCard, 'cover' | 'label'>
  /** What it is about, for search engines (schema.org). */
  markup?: object
  /** The page's first calls: name, input and answer, so that it paints without waiting. */
  data?: [call: string, input: object, answer: unknown][]
  status?: number
}

const plain: Record<string, Omit<Page, 'data'>> = {
  [paths.signin]: { title: 'Sign in', description: 'Sign in to your courses, labs and exams.' },
  [paths.signup]: { title: 'Start free', description: 'Make an account and watch the free lessons.' },
  [paths.contact]: { title: 'Contact', description: 'How to reach the people behind Flagyard.' },
  [paths.terms]: { title: 'Terms', description: 'What you and we agree on.' },
  [paths.privacy]: { title: 'Privacy', description: 'What we keep about you, why, and for how long.' },
  [paths.faqs]: { title: 'Questions', description: 'Answers about labs, exams, vouchers and certificates.' },
}
const home: Page = {
  title: 'Flagyard · hands-on cloud security training',
  description:
    'Courses with labs in AWS, Azure and Google Cloud accounts that are yours for hours, exams with flags, certificates anyone can verify.',
}

const templates = new Map<string, Promise<string>>()

/** The app's index.html with title, description, link-preview tags and the page's first data inside. `path` null: no public page. */
export async function renderPage(
  deps: Deps,
  folder: string,
  path: string | null,
): Promise<{ html: string; status: number }> {
  const file = join(folder, 'index.html')
  const template = templates.get(file) ?? readFile(file, 'utf8')
  templates.set(file, template)
  const page = path === null ? null : await findPage(deps, path)
  const html = (await template).replace(
    '<meta name="sentry-dsn" content="" />',
    `<meta name="sentry-dsn" content="${escaped(deps.config.sentryDsn ?? '')}">`,
  )
  if (!page || path === null) return { html, status: 200 }
  const title = page.title.includes('Flagyard') ? page.title : `${page.title} · Flagyard`
  const canonical = page.canonical ?? path
  const { publicUrl } = deps.config
  const head = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(page.description)}">`,
    ...(page.status === 404 ? [] : linkPreview(publicUrl, canonical, page)),
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(page.description)}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Flagyard">',
    ...(page.markup ? [`<script type="application/ld+json">${json(page.markup)}</script>`] : []),
    `<script type="application/json" id="first-data">${json([...(page.data ?? []), ...(await bannersInTime(deps))])}</script>`,
  ].join('\n    ')
  const bare = html.replace(/ *<meta name="description"[^>]*>\n/, '')
  return { html: bare.replace(/<title>[^<]*<\/title>/, () => head), status: page.status ?? 200 }
}

/** The page's own address, and the picture that is shown with a link to it. */
function linkPreview(publicUrl: string, canonical: string, page: Page): string[] {
  const image = `${publicUrl}${previewPath(canonical)}?v=${versionOf(cardOf(page))}`
  return [
    `<link rel="canonical" href="${escaped(publicUrl + canonical)}">`,
    `<meta property="og:url" content="${escaped(publicUrl + canonical)}">`,
    `<meta property="og:image" content="${escaped(image)}">`,
    `<meta property="og:image:width" content="${PREVIEW_SIZE.width}">`,
    `<meta property="og:image:height" content="${PREVIEW_SIZE.height}">`,
    `<meta property="og:image:alt" content="${escaped(page.title)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** What the preview picture of a page shows. */
export const cardOf = ({ title, description, preview }: Page): PreviewCard => ({
  cover: preview?.cover ?? 'flagyard',
  label: preview?.label ?? 'Hands-on cloud security training',
  title: title.replace(/^Flagyard · (.)/, (_, first: string) => first.toUpperCase()),
  words: description,
})

/** How long a page waits for its banners; a plain one needs nothing else of the database. */
const BANNERS_WITHIN_MS = 500

/** The banners as a page's first call. Where the database does not answer in time the page goes without them, and its browser asks itself. */
async function bannersInTime(deps: Deps): Promise<NonNullable<Page['data']>> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('No answer in time'), { code: 'late' })),
    BANNERS_WITHIN_MS,
  )
  try {
    return [['listBanners', {}, await Promise.race([listShownBanners(deps), late])]]
  } catch (error) {
    deps.log.warn({ reason: codeOf(error) }, 'a page was served without its banners')
    return []
  } finally {
    clearTimeout(timer)
  }
}

/** The code of a failure and no more: its text may name hosts and accounts. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** A page that anybody may open, or null when the address leads to none. */
export async function findPage(deps: Deps, path: string): Promise<Page | null> {
  if (path === paths.home) return { ...home, data: [['listCourses', {}, await catalogue(deps)]] }
  if (path === paths.courses)
    return { title: 'Courses', description: home.description, data: [['listCourses', {}, await catalogue(deps)]] }
  if (path === paths.bundles) {
    const bundles = (await readBundles(deps)).read()
    return { title: 'Bundles', description: 'Courses together, for less.', data: [['listBundles', {}, bundles]] }
  }
  const certificate = matchScreen(learnerScreens.certificate, path)
  if (certificate) return certificatePage(deps, certificate)
  const bare = path.replace(/\/$/, '')
  const slug = matchScreen(learnerScreens.course, bare) ?? matchScreen(learnerScreens.courseAlias, bare)
  if (slug && /^[a-z0-9-]+$/.test(slug)) return coursePage(deps, slug)
  const page = plain[bare]
  return page ? { ...page, canonical: bare } : null
}

const catalogue = async (deps: Deps): Promise<unknown> => (await readCatalogue(deps)).read()

async function coursePage(deps: Deps, slug: string): Promise<Page | null> {
  try {
    const course = (await readPublicCourse(deps, slug)).read() as Output<'course'>
    return {
      title: course.title,
      description: course.subtitle,
      canonical: paths.course(slug),
      preview: { cover: slug, label: `Course · ${levelNames[course.level]}` },
      markup: courseMarkup(course, deps.config.publicUrl),
      data: [['getCourse', { slug }, course]],
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      return { title: 'Not found', description: 'There is no such course.', status: 404 }
    throw error
  }
}

async function certificatePage(deps: Deps, id: string): Promise<Page> {
  try {
    const found = certificateSchema.parse(await readCertificate(deps, id))
    const title = found.name ? `${found.name}: ${found.title}` : 'Withdrawn certificate'
    const description = `A certificate issued by Flagyard. Today it is ${found.state}.`
    return {
      title,
      description,
      canonical: paths.certificate(id),
      preview: { cover: found.title ?? 'certificate', label: 'Certificate' },
      data: [['getCertificate', { id }, found]],
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      return {
        title: 'Unknown certificate',
        description: 'We have not issued a certificate with this id.',
        status: 404,
      }
    throw error
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** JSON that cannot end its script element. */
const json = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
