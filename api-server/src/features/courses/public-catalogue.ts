import { bundle, course, courseCard } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../db/catalogue-cache.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { type CachedResponse, toCachedResponse } from '../../http/cached-response.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import type { OutlineSection } from './outline.ts'
import { listParts, listPublished, listPublishedBundles } from './queries.ts'
import { describeCourse } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'listen'>

/** The public catalogue as ready-made bytes, made again when anything in it changes. */
export const readCatalogue = (deps: NeededDeps): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'courses', async () =>
    toCachedResponse(z.array(courseCard).parse(await listPublished(deps.db))),
  )

export const readBundles = (deps: NeededDeps): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'bundles', async () =>
    toCachedResponse(z.array(bundle).parse(await listPublishedBundles(deps.db))),
  )

/** A course as every visitor sees it. */
export const readPublicCourse = (deps: NeededDeps, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `course ${slug}`, async () =>
    toCachedResponse(course.parse(await describeCourse(deps, slug, null))),
  )

/** A course as the caller sees it: what visitors see, ready-made, and else what their account opens. */
export async function readCourse(deps: NeededDeps, slug: string, user: CurrentUser | null) {
  try {
    return await readPublicCourse(deps, slug)
  } catch (error) {
    if (user && error instanceof ApiError && error.code === 'not_found') return describeCourse(deps, slug, user)
    throw error
  }
}

/** The sections and lessons of every course as the rules of progress see them, by the course's id. */
export const readParts = (deps: NeededDeps): Promise<Map<string, OutlineSection[]>> =>
  cacheUntilInvalidated(deps, 'parts', () => listParts(deps.db))
