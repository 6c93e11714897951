import { labCard } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import { listLabsOnSale } from './service.ts'

/** The labs on sale as a cached response, rebuilt when any content changes. */
export const readLabsOnSale = (deps: Pick<Deps, 'db' | 'listen'>): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, 'labs', async () => toCachedResponse(z.array(labCard).parse(await listLabsOnSale(deps))))
