import type { CourseCard, ExamCard, HomeBlock, LabCard, ShownBlock } from '@flagyard/api-types'
import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { homePage as homePageSchema } from '@flagyard/api-types/schemas'
import { recordAudit } from '../../../audit-log/record.ts'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { readCatalogue } from '../../catalogue/courses/index.ts'
import { readLabsOnSale } from '../../catalogue/labs/index.ts'
import { readNewestQuotes } from '../../certification/feedback/index.ts'
import { listCurrentPages, readCurrentText } from '../../platform/legal/index.ts'
import { readPublicExams } from '../../training/exam-attempts/index.ts'
import { findHomePage, hasCertificates, saveHomePage } from './queries.ts'
import {
  cloudsOf,
  defaultBlocks,
  defaultTitles,
  heroText,
  heroTitle,
  type Offer,
  questionsOf,
  stepsOf,
} from './statements.ts'

type Reading = Pick<Deps, 'db' | 'listen' | 'clock'>

/** The home page as a cached response, rebuilt when the catalogue, its settings or the questions change. */
export async function readHomePage(deps: Reading): Promise<CachedResponse> {
  const questions = (await listCurrentPages(deps)).find(({ page }) => page === 'faqs')?.version ?? 0
  return cacheUntilInvalidated(deps, `home page ${questions}`, async () => {
    const blocks = (await findHomePage(deps.db))?.blocks ?? defaultBlocks
    return toCachedResponse(homePageSchema.parse(await present(deps, blocks)))
  })
}

/** Maximum number of quotes and of questions on the home page. */
const QUOTES = 6
const QUESTIONS = 6

/** Blocks that are shown, with their content. Omits those without any, except the courses, which say that the first are being written. */
export async function present(deps: Reading, blocks: HomeBlock[]): Promise<Accepted<'homePage'>> {
  const [courses, labs, exams, certificates] = await Promise.all([
    readCatalogue(deps),
    readLabsOnSale(deps),
    readPublicExams(deps),
    hasCertificates(deps.db),
  ])
  const offer: Offer = {
    courses: courses.read() as CourseCard[],
    labs: labs.read() as LabCard[],
    exams: exams.read() as ExamCard[],
    certificates,
  }
  const shown: (ShownBlock | null)[] = []
  for (const block of blocks) if (block.shown) shown.push(await presentBlock(deps, offer, block))
  return { blocks: shown.filter((block) => block !== null) }
}

async function presentBlock(deps: Reading, offer: Offer, block: HomeBlock): Promise<ShownBlock | null> {
  const { kind } = block
  if (kind === 'text') return { kind, title: block.title, text: block.text }
  if (kind === 'hero')
    return {
      kind,
      title: block.title || heroTitle(offer),
      text: block.text || heroText(offer),
      free_lesson: offer.courses.some(({ free_lessons }) => free_lessons > 0),
      clouds: cloudsOf(offer).length,
      lab: offer.labs[0] ?? null,
    }
  const title = block.title || defaultTitles[kind]
  switch (kind) {
    case 'courses':
      return { kind, title, courses: featured(offer.courses, block.courses) }
    case 'steps': {
      const steps = stepsOf(offer)
      return steps.length > 0 ? { kind, title, steps } : null
    }
    case 'quotes': {
      const quotes = await readNewestQuotes(deps.db, QUOTES)
      return quotes.length > 0 ? { kind, title, quotes } : null
    }
    case 'faqs': {
      const questions = questionsOf((await readCurrentText(deps, 'faqs')) ?? '').slice(0, QUESTIONS)
      return questions.length > 0 ? { kind, title, questions } : null
    }
  }
}

/** The chosen courses that are published, or all. */
function featured(courses: CourseCard[], slugs: string[]): CourseCard[] {
  const chosen = slugs.flatMap((slug) => courses.find((course) => course.slug === slug) ?? [])
  return chosen.length > 0 ? chosen : courses
}

export const readSettings = async (
  { db }: Pick<Deps, 'db'>,
  caller: CurrentUser,
): Promise<Accepted<'homePageSettings'>> => ({
  ...((await findHomePage(db)) ?? { blocks: defaultBlocks, version: 0 }),
  allowed: allowedAmong({ update: mayCall(operations.updateHomePage, caller) }),
})

export async function updateHomePage(deps: Reading, by: AuditActor, { blocks, version }: Output<'homePageEdit'>) {
  await assertCourses(deps, blocks)
  await deps.db.transaction(async (tx) => {
    const before = await findHomePage(tx)
    if (!(await saveHomePage(tx, { blocks, version })))
      throw new ApiError('stale_version', 'Another administrator changed the home page in the meantime. Reload it.')
    await recordAudit(tx, {
      ...by,
      action: 'home_page.update',
      subject: { type: 'home_page', id: 'home_page' },
      before: { blocks: before?.blocks ?? defaultBlocks },
      after: { blocks },
    })
  })
  return readSettings(deps, by.actor)
}

export async function preview(deps: Reading, blocks: HomeBlock[]) {
  await assertCourses(deps, blocks)
  return present(deps, blocks)
}

async function assertCourses(deps: Reading, blocks: HomeBlock[]) {
  const known = new Set(((await readCatalogue(deps)).read() as CourseCard[]).map(({ slug }) => slug))
  for (const [at, { courses }] of blocks.entries())
    for (const slug of courses)
      if (!known.has(slug)) throw invalidField(`blocks.${at}.courses`, `There is no published course called ${slug}`)
}
