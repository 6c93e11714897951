import { courseDetails } from '@flagyard/api-types/schemas'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { type CachedResponse, toRestrictedResponse } from '../../../http/cached-response.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import * as queries from './queries.ts'
import { presentPicture } from './rules.ts'

type Course = queries.CourseRow
type Outline = Awaited<ReturnType<typeof queries.listOutline>>

/** Public data of a course. Throws `not_found` if the caller may not see it. */
export async function describeCourse({ db }: Pick<Deps, 'db'>, slug: string, user: CurrentUser | null) {
  const course = await queries.findCourse(db, slug)
  if (!(await isVisible(db, course, user))) throw queries.courseNotFound(slug)
  return presentCourse(db, course, await queries.listOutline(db, [course.id]))
}

/** Short fields of a course. Throws `not_found` if the account may not see it. */
export async function findVisible(db: Db, slug: string, user: Pick<CurrentUser, 'id' | 'roles'> | null) {
  const course = await queries.findCourseFacts(db, slug)
  if (await isVisible(db, course, user)) return course
  throw queries.courseNotFound(slug)
}

/** Whether the account may see the course: drafts only as an administrator, betas also as a tester. */
export async function isVisible(
  db: Db,
  { id, status }: Pick<Course, 'id' | 'status'>,
  user: Pick<CurrentUser, 'id' | 'roles'> | null,
): Promise<boolean> {
  if (status === 'published' || status === 'archived' || user?.roles.includes('admin')) return true
  return status === 'beta' && user !== null && (await queries.isBetaTester(db, id, user.id))
}

/** The lesson with its course and section, if it is free and the account may see the course. */
export async function findFreeLesson(db: Db, lessonId: string, user: Pick<CurrentUser, 'id' | 'roles'>) {
  const found = await queries.findLessonInCourse(db, lessonId)
  return found && isFreeLesson(found.lesson) && (await isVisible(db, found.course, user)) ? found : null
}

async function presentCourse(db: Db, course: Course, outline: Outline) {
  const lessons = outline.flatMap((section) => section.lessons)
  const slugOf = new Map(outline.map((section) => [section.id, section.slug]))
  return {
    ...course,
    price: { amount: course.price_amount, currency: course.price_currency },
    cover: presentPicture(course.cover),
    lessons: lessons.length,
    labs: lessons.filter((lesson) => lesson.kind === 'lab').length,
    instructors: await queries.readInstructors(db, course.instructors, course.id),
    exam: await queries.findExamOf(db, course.id),
    sections: outline.map((section) => ({
      ...section,
      lessons: section.lessons.map((lesson) => ({
        ...lesson,
        free_preview: isFreeLesson(lesson) || isFreeToRehearse(lesson),
      })),
      opens_after: section.opens_after_id ? (slugOf.get(section.opens_after_id) ?? null) : null,
    })),
  }
}

type FreeLesson = Pick<queries.LessonRow, 'free_preview' | 'kind' | 'lab_id' | 'archived_at'>

/** Whether anyone may study the lesson without an account. Labs are never free, because they need a cloud account. */
export const isFreeLesson = ({ free_preview, kind, lab_id, archived_at }: FreeLesson) =>
  free_preview && kind !== 'lab' && lab_id === null && archived_at === null

/** Whether anyone may read the lab lesson and rehearse it in a simulated account. The real lab requires access to the course. */
export const isFreeToRehearse = ({ free_preview, kind, lab_id, archived_at }: FreeLesson) =>
  free_preview && kind === 'lab' && lab_id !== null && archived_at === null

/** The whole course with the text of its lessons, cached. Identical for all learners; the caller must check access. */
export const readCourseDetails = (deps: Pick<Deps, 'db' | 'listen'>, slug: string): Promise<CachedResponse> =>
  cacheUntilInvalidated(deps, `details ${slug}`, async () => {
    const course = await queries.findCourse(deps.db, slug)
    const presented = await presentCourse(deps.db, course, await queries.listOutline(deps.db, [course.id]))
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
