import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findEarnedFacts, findLaterPass } from './issue.ts'
import { listFinishedCourses, listIssued } from './queries.ts'

const types = ['required', 'commercial', 'arte'] as const

/** Certificates that the learner may generate now, by the same rules as generating one. */
export async function listEarnedCertificates(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
): Promise<Output<'earnedCertificate[]'>> {
  const courses = await listFinishedCourses(db, user.id)
  const issued = await listIssued(db, user.id)
  const earned: Output<'earnedCertificate[]'> = []
  for (const course of courses)
    for (const type of types) {
      const mine = issued.find(({ certificate }) => certificate.course_id === course.id && certificate.type === type)
      const facts = mine ? await findLaterPass(db, user, course, mine) : await findEarnedFacts(db, user, course, type)
      if (facts) earned.push({ type, course: course.slug, title: facts.title })
    }
  return earned
}
