import type { LearningFound } from '@flagyard/api-types'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import * as queries from './learning-queries.ts'

/** What a learner may go to by its title: a handful of each kind, lessons only of courses that are open to them. */
export async function searchLearning(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<CurrentUser, 'id'>,
  q: string,
): Promise<LearningFound[]> {
  const [courses, lessons, labs, exams] = await Promise.all([
    queries.listCoursesFound(db, id, q),
    queries.listLessonsFound(db, id, q),
    queries.listLabsFound(db, q),
    queries.listExamsFound(db, q),
  ])
  const none = { within: null, lesson: null }
  return [
    ...lessons.map(({ section, lesson, ...found }) => ({
      kind: 'lesson' as const,
      ...found,
      lesson: { section, lesson },
    })),
    ...courses.map((found) => ({ kind: 'course' as const, ...found, ...none })),
    ...labs.map((found) => ({ kind: 'lab' as const, ...found, ...none })),
    ...exams.map((found) => ({ kind: 'exam' as const, ...found, ...none })),
  ]
}
