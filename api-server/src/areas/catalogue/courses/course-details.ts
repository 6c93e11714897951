import { courseDetails } from '@flagyard/api-types/schemas'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toRestrictedResponse } from '../../../http/cached-response.ts'
import { findCourse, listOutline } from './queries.ts'
import { presentCourse } from './service.ts'

/** The whole course with the text of its lessons, cached. Identical for all learners; the caller must check access. */
export const readCourseDetails = (deps: Pick<Deps, 'db' | 'listen'>, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `details ${slug}`, async () => {
    const course = await findCourse(deps.db, slug)
    const presented = await presentCourse(deps.db, course, await listOutline(deps.db, [course.id]))
    return toRestrictedResponse(
      courseDetails.parse({
        ...presented,
        sections: presented.sections.map((section) => ({
          ...section,
          lessons: section.lessons.map((lesson) => ({ ...lesson, has_video: lesson.video !== null })),
        })),
      }),
    )
  })
