import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findEarnedFacts } from './issue.ts'
import { listFinishedCourses, listIssuedTypes } from './queries.ts'

const types = ['required', 'commercial', 'arte'] as const

/** What the learner may generate now, by the rules that decide when they do. */
export async function listEarnedCertificates(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
): Promise<Output<'earnedCertificate[]'>> {
  const courses = await listFinishedCourses(db, user.id)
  const issued = new Set((await listIssuedTypes(db, user.id)).map((row) => `${row.course_id} ${row.type}`))
  const earned: Output<'earnedCertificate[]'> = []
  for (const course of courses)
    for (const type of types) {
      const facts = issued.has(`${course.id} ${type}`) ? undefined : await findEarnedFacts(db, user, course, type)
      if (facts) earned.push({ type, course: course.slug, title: facts.title })
    }
  return earned
}
