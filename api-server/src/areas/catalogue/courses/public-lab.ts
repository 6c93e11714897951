import { publicLab } from '@flagyard/api-types/schemas'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toCachedResponse } from '../../../http/cached-response.ts'
import { describeLab } from '../labs/service.ts'
import { findRehearsal, listCoursesWithLab } from './queries.ts'

/** A lab as visitors see it, with the courses that use it; cached. */
export const readPublicLab = (deps: Pick<Deps, 'db' | 'listen'>, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `lab ${slug}`, async () => {
    const lab = await describeLab(deps, slug)
    const courses = await listCoursesWithLab(deps.db, lab.id)
    const rehearsal = await findRehearsal(deps.db, lab.id)
    return toCachedResponse(publicLab.parse({ ...lab, courses, rehearsal }))
  })
