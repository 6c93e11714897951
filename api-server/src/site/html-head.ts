import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabCard, LegalPageName } from '@flagyard/api-types'
import { criteria } from '@flagyard/api-types/accessibility'
import { isolate } from '@flagyard/api-types/contract/isolate'
import type { Output } from '@flagyard/api-types/contract/operation'
import { legalPageNames, legalPaths, legalTitles, legalVersionPath } from '@flagyard/api-types/legal/pages'
import { learnerScreens, matchScreen, paths } from '@flagyard/api-types/links'
import { certificate as certificateSchema } from '@flagyard/api-types/schemas'
import { cloudNames, levelNames } from '@flagyard/ui/format'
import { readBundles, readCatalogue, readPublicCourse } from '../areas/catalogue/courses/index.ts'
import { readLabsOnSale } from '../areas/catalogue/labs/index.ts'
import { countCheck, readCertificate } from '../areas/certification/certificates/index.ts'
import { readReviews } from '../areas/certification/feedback/index.ts'
import { pricesIncludeTax } from '../areas/commerce/taxes/index.ts'
import { listShownBanners } from '../areas/operations/banners/index.ts'
import { readHomePage } from '../areas/operations/home-page/index.ts'
import { listCurrentPages, readPage } from '../areas/platform/legal/index.ts'
import { readPublicExams } from '../areas/training/exam-attempts/index.ts'
import { brand, pictureUrl } from '../brand.ts'
import { cacheUntilInvalidated } from '../db/catalogue-cache.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { courseMarkup } from './course-markup.ts'
import { examPage, labPage } from './offer-pages.ts'
import { asking, notFound, type Page } from './page.ts'
import { withBrand } from './page-brand.ts'
import {
  bundlesText,
  coursesText,
  courseText,
  criteriaText,
  escapeMarkup,
  examsText,
  homeText,
  labsText,
  linksToParts,
  markdownText,
  pageText,
  type TextSection,
} from './page-text.ts'
import { PREVIEW_SIZE, type PreviewCard, previewPath, versionOf } from './preview-card.ts'

const plain: Record<string, Omit<Page, 'data'>> = {
  [paths.signin]: {
    title: 'Sign in',
    description: 'Sign in to your courses, labs and exams.',
    parts: asking('SigninPage'),
  },
  [paths.startFree]: {
    title: 'Start free',
    description: 'Watch a free lesson right away, without an account.',
    parts: asking('StartFreePage'),
  },
  [paths.signup]: {
    title: 'Create your account',
    description: 'A free account for your courses, labs and exams.',
    parts: asking('SignupPage'),
  },
  [paths.contact]: {
    text: [],
    title: 'Contact',
    description: 'Contact the team.',
    parts: asking('ContactPage'),
  },
  [paths.accessibility]: {
    text: criteriaText(criteria),
    title: 'Accessibility',
    description: 'Conformance of this site with WCAG 2.2, criterion by criterion.',
    parts: asking('AccessibilityPage'),
  },
}
/** Lazy chunks of the screens that learners open most. They require an account, which the app checks while the chunks load. */
function partsOfGuarded(path: string): string[] {
  const { dashboard, classroom, examroom } = learnerScreens
  if (path === dashboard) return [...asking('DashboardPage'), 'session-calls']
  if (matchScreen(classroom, path)) return [...asking('ClassroomPage'), 'session-calls']
  if (matchScreen(examroom, path)) return [...asking('ExamroomPage'), 'session-calls']
  return []
}

const templates = new Map<string, Promise<string>>()

/** The app's index.html with title, description, link preview tags and the page's first data. `path` null: not a public page. */
export async function renderPage(
  deps: Deps,
  folder: string,
  path: string | null,
  query = '',
): Promise<{ html: string; status: number }> {
  const template = templates.get(folder) ?? readFile(join(folder, 'index.html'), 'utf8')
  templates.set(folder, template)
  const page = path === null ? null : await findPage(deps, path, new URLSearchParams(query))
  const certificate = path !== null && page?.data && matchScreen(learnerScreens.certificate, path)
  if (certificate) await countCheck(deps, certificate, 'page')
  const html = withBrand(await template).replace(
    /<meta name="sentry-dsn" content=""\s*\/?>/,
    `<meta name="sentry-dsn" content="${escapeMarkup(deps.config.sentryDsn ?? '')}">`,
  )
  if (path === null) return { html, status: 200 }
  const parts = await linksToParts(folder, page ? (page.parts ?? []) : partsOfGuarded(path))
  const { includesVat, banners, offers } = await readExtras(deps, page !== null)
  const withParts = html
    .replace(/<meta name="offers" content=""\s*\/?>/, `<meta name="offers" content="${offers.join(' ')}">`)
    .replace('</head>', () => `${parts.join('')}</head>`)
    .replace(/<meta name="vat" content=""\s*\/?>/, `<meta name="vat" content="${includesVat ? 'included' : ''}">`)
  if (!page) return { html: withParts, status: 200 }
  const title = titleOf(page)
  const address = page.address ?? path
  const { publicUrl } = deps.config
  const head = [
    `<title>${escapeMarkup(title)}</title>`,
    `<meta name="description" content="${escapeMarkup(page.description)}">`,
    ...(page.status === 404 ? [] : linkPreview(publicUrl, address, page)),
    `<meta property="og:title" content="${escapeMarkup(title)}">`,
    `<meta property="og:description" content="${escapeMarkup(page.description)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeMarkup(brand().name)}">`,
    ...(page.markup ? [`<script type="application/ld+json">${json(page.markup)}</script>`] : []),
    `<script type="application/json" id="first-data">${json([...(page.data ?? []), ...banners])}</script>`,
  ].join('\n    ')
  const bare = withParts.replace(/ *<meta name="description"[^>]*>\n/, '').replace(/<title>[^<]*<\/title>/, () => head)
  return { html: page.text ? withText(bare, page, page.text) : bare, status: page.status ?? 200 }
}

/** Title of the window and of search results. */
const titleOf = ({ title }: Page) => `${title} · ${brand().name}`

/** Adds the page's text below the frame that index.html paints. */
const withText = (html: string, { title, description }: Page, sections: TextSection[]) =>
  html.replace(
    /<div id="root">(.*?)<\/div>(?=\s*(?:<noscript|$))/s,
    (_, frame: string) => `<div id="root">${frame}${pageText(title, description, sections)}</div>`,
  )

/** Canonical address and preview picture for shared links. */
function linkPreview(publicUrl: string, address: string, page: Page): string[] {
  const shared = page.preview ? null : pictureUrl(brand().pictures.share_picture)
  const image = publicUrl + (shared ?? previewPath(address, versionOf(cardOf(page))))
  return [
    `<link rel="canonical" href="${escapeMarkup(publicUrl + address)}">`,
    `<meta property="og:url" content="${escapeMarkup(publicUrl + address)}">`,
    `<meta property="og:image" content="${escapeMarkup(image)}">`,
    ...(shared
      ? []
      : [
          `<meta property="og:image:width" content="${PREVIEW_SIZE.width}">`,
          `<meta property="og:image:height" content="${PREVIEW_SIZE.height}">`,
        ]),
    `<meta property="og:image:alt" content="${escapeMarkup(page.title)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** Content of a page's preview picture. */
export const cardOf = ({ title, description, preview }: Page): PreviewCard => ({
  cover: preview?.cover ?? 'flagyard',
  label: preview?.label ?? 'Cloud security training',
  title,
  words: description,
})

/** Timeout for optional data of a page, in milliseconds. A simple page needs nothing else from the database. */
const EXTRAS_WITHIN_MS = 500

interface Extras {
  includesVat: boolean
  /** The banners as the page's first call; if missing, the browser requests them. */
  banners: NonNullable<Page['data']>
  /** Published legal pages, and `free-lesson`: the app only links to those. */
  offers: string[]
}

/** Optional data, which is omitted if the database does not respond in time. Guarded pages load their banners later. */
async function readExtras(deps: Deps, withBanners: boolean): Promise<Extras> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('No answer in time'), { code: 'late' })),
    EXTRAS_WITHIN_MS,
  )
  try {
    const read = Promise.all([
      pricesIncludeTax(deps),
      withBanners ? listShownBanners(deps) : null,
      listCurrentPages(deps),
      hasFreeLesson(deps),
    ])
    const [includesVat, shown, legal, isFree] = await Promise.race([read, late])
    const offers: string[] = legal.map(({ page }) => page)
    if (isFree) offers.push('free-lesson')
    return { includesVat, banners: shown ? [['listBanners', {}, shown]] : [], offers }
  } catch (error) {
    deps.log.warn({ reason: codeOf(error) }, 'a page was served without its banners')
    return { includesVat: false, banners: [], offers: [] }
  } finally {
    clearTimeout(timer)
  }
}

/** Only the error code: the text may name hosts and accounts. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** A public page, or null if the address does not belong to one. */
export async function findPage(deps: Deps, path: string, query: URLSearchParams): Promise<Page | null> {
  if (path === paths.home) return homePage(deps)
  if (path === paths.courses) return coursesPage(deps, query)
  if (path === paths.labs || path === paths.exams) return partOfCatalogue(deps, path)
  if (path === paths.bundles) {
    const bundles = (await readBundles(deps)).read() as Output<'bundle[]'>
    return {
      title: 'Bundles',
      description: 'Courses together, for less.',
      parts: asking('BundlesPage'),
      text: bundlesText(bundles),
      data: [['listBundles', {}, bundles]],
    }
  }
  const certificate = matchScreen(learnerScreens.certificate, path)
  if (certificate) return certificatePage(deps, certificate)
  const bare = path.replace(/\/$/, '')
  const slug = matchScreen(learnerScreens.course, bare) ?? matchScreen(learnerScreens.courseAlias, bare)
  if (slug && /^[a-z0-9-]+$/.test(slug)) return coursePage(deps, slug)
  const legal = legalPageNames.find((name) => legalPaths[name] === bare)
  if (legal) return legalPage(deps, legal, query)
  const page = plain[bare]
  return page ? { ...page, address: bare } : null
}

async function homePage(deps: Deps): Promise<Page> {
  const page = (await readHomePage(deps)).read() as Output<'homePage'>
  const hero = page.blocks.find((block) => block.kind === 'hero')
  return {
    title: hero?.title ?? 'Home',
    description: hero?.text ?? `What you can learn and practise at ${brand().name}.`,
    parts: ['home'],
    text: page.blocks.flatMap(homeText),
    data: [['getHomePage', {}, page]],
  }
}

async function legalPage(deps: Deps, name: LegalPageName, query: URLSearchParams): Promise<Page> {
  const version = query.get('version')
  const title = legalTitles[name]
  const description = `${title} of ${brand().name}.`
  try {
    const input = version === null ? { page: name } : { page: name, version }
    const page = await readPage(deps, name, version === null ? undefined : Number(version))
    return {
      title,
      description,
      parts: asking('LegalPage'),
      text: markdownText(page.markdown),
      data: [['getLegalPage', input, page]],
      address: page.version === page.versions[0]?.version ? legalPaths[name] : legalVersionPath(name, page.version),
    }
  } catch (error) {
    return { ...notFound(error, description), parts: asking('LegalPage') }
  }
}

const catalogue = async (deps: Deps) => (await readCatalogue(deps)).read() as Output<'courseCard[]'>

const hasFreeLesson = (deps: Deps) =>
  cacheUntilInvalidated(deps, 'free lesson', async () =>
    (await catalogue(deps)).some(({ free_lessons }) => free_lessons > 0),
  )

/** The whole catalogue, as the first data of its pages and as text. */
async function wholeCatalogue(deps: Deps) {
  const courses = await catalogue(deps)
  const labs = (await readLabsOnSale(deps)).read() as Output<'labCard[]'>
  const exams = (await readPublicExams(deps)).read() as Output<'examCard[]'>
  return {
    labs,
    text: { courses: coursesText(courses), labs: labsText(labs), exams: examsText(exams) },
    data: [
      ['listCourses', {}, courses],
      ['listLabs', {}, labs],
      ['listPublicExams', {}, exams],
    ] satisfies Page['data'],
  }
}

const list = new Intl.ListFormat('en-GB')

/** ` in AWS and Azure accounts`; empty without labs. */
function cloudsText(labs: LabCard[]): string {
  const clouds = [...new Set(labs.map(({ cloud }) => cloudNames[cloud]))]
  return clouds.length > 0 ? ` in ${list.format(clouds)} accounts` : ''
}

async function partOfCatalogue(deps: Deps, path: typeof paths.labs | typeof paths.exams): Promise<Page> {
  const { text, data, labs } = await wholeCatalogue(deps)
  const part =
    path === paths.labs
      ? {
          title: 'Labs',
          description: `Hands-on labs${cloudsText(labs)}, with flags to find.`,
          text: [text.labs],
        }
      : {
          title: 'Exams',
          description: 'Practical exams in your own cloud account, at a time you choose.',
          text: [text.exams],
        }
  return { ...part, parts: asking('CoursesPage'), data, address: path }
}

/** Courses, labs and exams. With a lab or exam in the query, the page of that one. */
async function coursesPage(deps: Deps, query: URLSearchParams): Promise<Page> {
  const [lab, exam] = [query.get('lab'), query.get('exam')]
  if (lab) return labPage(deps, lab)
  if (exam) return examPage(deps, exam)
  const { text, data } = await wholeCatalogue(deps)
  return {
    title: 'Courses, labs and exams',
    description: `What you can learn and practise at ${brand().name}.`,
    parts: asking('CoursesPage'),
    text: Object.values(text),
    data,
    address: paths.courses,
  }
}

async function coursePage(deps: Deps, slug: string): Promise<Page | null> {
  try {
    const course = (await readPublicCourse(deps, slug)).read() as Output<'course'>
    const reviews = (await readReviews(deps, slug)).read() as Output<'courseReviews'>
    return {
      title: course.title,
      description: course.subtitle,
      address: paths.course(slug),
      preview: { cover: slug, label: `Course · ${levelNames[course.level]}` },
      parts: asking('CoursePage'),
      markup: courseMarkup(course, reviews, deps.config.publicUrl),
      text: courseText(course),
      data: [
        ['getCourse', { slug }, course],
        ['getCourseReviews', { slug }, reviews],
      ],
    }
  } catch (error) {
    return notFound(error, 'There is no such course.')
  }
}

async function certificatePage(deps: Deps, id: string): Promise<Page> {
  try {
    const found = certificateSchema.parse(await readCertificate(deps, id))
    const title = !found.title
      ? 'Withdrawn certificate'
      : found.name
        ? `${isolate(found.name)}: ${found.title}`
        : `Certificate: ${found.title}`
    const description = `A certificate issued by ${brand().name}. Today it is ${found.state}.`
    return {
      title,
      description,
      address: paths.certificate(id),
      preview: { cover: found.title ?? 'certificate', label: 'Certificate' },
      parts: asking('CertificatePage'),
      text: [],
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

/** JSON that cannot close its script element. */
const json = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
