import { examCard } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../db/catalogue-cache.ts'
import type { Deps } from '../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../http/cached-response.ts'
import { listPublishedExams } from './queries.ts'

/** The published exams as a cached response, rebuilt when any content changes. */
export const readPublicExams = (deps: Pick<Deps, 'db' | 'listen'>): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'exams', async () =>
    toCachedResponse(z.array(examCard).parse(await listPublishedExams(deps.db))),
  )
