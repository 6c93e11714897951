import { bundle, catalogueWords, course, courseCard, publicLab } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { describeLab } from '../labs/index.ts'
import {
  findRehearsal,
  listCatalogueWords,
  listCoursesWithLab,
  listLabsWithLessons,
  listOutlines,
  listPublished,
  listPublishedBundles,
} from './queries.ts'
import type { ListedLesson, OutlineSection } from './rules.ts'
import { describeCourse } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'listen'>

/** The public catalogue as a cached response, rebuilt when any of its content changes. */
export const readCatalogue = (deps: NeededDeps): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'courses', async () =>
    toCachedResponse(z.array(courseCard).parse(await listPublished(deps.db))),
  )

/** Searchable words that are not on the cards. A separate response, because most visitors do not search. */
export const readCatalogueWords = (deps: NeededDeps): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'catalogue words', async () =>
    toCachedResponse(catalogueWords.parse(await listCatalogueWords(deps.db))),
  )

/** Published bundles as a cached response. */
export const readBundles = (deps: NeededDeps): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'bundles', async () =>
    toCachedResponse(z.array(bundle).parse(await listPublishedBundles(deps.db))),
  )

/** A published course as a cached response. Throws `not_found` for drafts and betas. */
export const readPublicCourse = (deps: NeededDeps, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `course ${slug}`, async () =>
    toCachedResponse(course.parse(await describeCourse(deps, slug, null))),
  )

/** A course as the caller sees it: the cached public version if there is one, otherwise what their account may see. */
export async function readCourse(deps: NeededDeps, slug: string, user: CurrentUser | null) {
  try {
    return await readPublicCourse(deps, slug)
  } catch (error) {
    if (user && error instanceof ApiError && error.code === 'not_found') return describeCourse(deps, slug, user)
    throw error
  }
}

/** Outlines of all courses by course id, for progress, cached. Access to sections is decided by the database instead. */
export const readOutlines = (deps: NeededDeps): Promise<Map<string, OutlineSection<ListedLesson>[]>> =>
  cacheUntilInvalidated(deps, 'outlines', () => listOutlines(deps.db))

/** All labs with the lessons that contain them, for lists of labs, cached. */
export const readLabsWithLessons = (deps: NeededDeps) =>
  cacheUntilInvalidated(deps, 'labs with lessons', () => listLabsWithLessons(deps.db))

/** A lab as visitors see it, with the courses that use it; cached. */
export const readPublicLab = (deps: NeededDeps, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `lab ${slug}`, async () => {
    const lab = await describeLab(deps, slug)
    const courses = await listCoursesWithLab(deps.db, lab.id)
    const rehearsal = await findRehearsal(deps.db, lab.id)
    return toCachedResponse(publicLab.parse({ ...lab, courses, rehearsal }))
  })
