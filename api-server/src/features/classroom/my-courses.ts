import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { readParts } from '../courses/public-catalogue.ts'
import { listAccess } from '../entitlements/service.ts'
import { countRequired, resumePoint } from './progress-rules.ts'
import { listCompletedLessons, listCoursesWithProgress } from './queries.ts'

/** My courses with their progress, the one seen last first: a constant number of queries for any number of courses. */
export async function listMine(
  deps: Pick<Deps, 'db' | 'listen'>,
  user: Pick<CurrentUser, 'id'>,
): Promise<Output<'myCourse[]'>> {
  const { db } = deps
  const access = new Map((await listAccess(db, user.id, 'course')).map((one) => [one.target_id, one.ends_at]))
  if (access.size === 0) return []
  const courses = await listCoursesWithProgress(db, user.id, [...access.keys()])
  const completed = await listCompletedLessons(db, user.id)
  const parts = await readParts(deps)
  const mine = courses.map(({ id, slug, title, subtitle, ...progress }) => {
    const sections = parts.get(id) ?? []
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
  return mine.sort(
    (a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? '') || a.title.localeCompare(b.title),
  )
}
