import { examCard, publicExam } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import { findPublishedExam, listPublishedExams } from './queries.ts'

/** Published exams as a cached response, rebuilt when any content changes. */
export const readPublicExams = (deps: Pick<Deps, 'db' | 'listen'>): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'exams', async () =>
    toCachedResponse(z.array(examCard).parse(await listPublishedExams(deps.db))),
  )

/** A published exam with its public details, as a cached response. Throws `not_found` for any other exam. */
export const readPublicExam = (deps: Pick<Deps, 'db' | 'listen'>, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `exam ${slug}`, async () =>
    toCachedResponse(publicExam.parse(await findPublishedExam(deps.db, slug))),
  )
