import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { readOutlines } from '../courses/public-catalogue.ts'
import { listAccess } from '../entitlements/service.ts'
import { countRequired, resumePoint } from './progress-rules.ts'
import { listCompletedLessons, listCoursesWithProgress } from './queries.ts'

/**
 * The learner's courses with their progress, most recently seen first. The number of queries does not depend on the
 * number of courses.
 */
export async function listMyCourses(
  deps: Pick<Deps, 'db' | 'listen'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<Output<'myCourse[]'>> {
  const { db } = deps
  const access = new Map((await listAccess(db, user.id, 'course')).map((row) => [row.target_id, row.ends_at]))
  if (access.size === 0) return []
  const courses = await listCoursesWithProgress(db, user.id, [...access.keys()])
  const completed = await listCompletedLessons(db, user.id)
  const outlines = await readOutlines(deps)
  const myCourses = courses.map(({ id, slug, title, subtitle, ...progress }) => {
    const sections = outlines.get(id) ?? []
    return {
      slug,
      title,
      subtitle,
      ...countRequired(sections, completed),
      completed_at: progress.completed_at?.toISOString() ?? null,
      access_ends_at: access.get(id)?.toISOString() ?? null,
      last_seen_at: progress.last_seen_at?.toISOString() ?? null,
      resume: resumePoint(sections, completed, progress.last_lesson_id),
    }
  })
  return myCourses.sort(
    (a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? '') || a.title.localeCompare(b.title),
  )
}
