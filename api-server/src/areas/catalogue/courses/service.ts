import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { isFreeLesson, isFreeToRehearse } from './free-lesson.ts'
import { presentInstructors, presentPicture } from './pictures.ts'
import * as queries from './queries.ts'

export { deleteBetaTesters, insertBetaTesters, lockCourseForTesters } from './editor-queries.ts'
export { isFreeLesson, isFreeToRehearse } from './free-lesson.ts'
export type { CourseRow, LessonRow } from './queries.ts'
export {
  findCourseBySlug,
  findCourseId,
  findLabWithLessons,
  findLesson,
  findLessonById,
  listLessonsOfLab,
} from './queries.ts'

type Course = queries.CourseRow
type Outline = Awaited<ReturnType<typeof queries.listOutline>>

/** A course as the caller may see it. Drafts are visible only to administrators, and betas also to their testers. */
export async function describeCourse({ db }: Pick<Deps, 'db'>, slug: string, user: CurrentUser | null) {
  const course = await queries.findCourse(db, slug)
  if (!(await isVisible(db, course, user))) throw queries.courseNotFound(slug)
  return presentCourse(db, course, await queries.listOutline(db, [course.id]))
}

/** The course if the account may see it; otherwise 404. */
export async function findVisible(db: Db, slug: string, user: Pick<CurrentUser, 'id' | 'roles'> | null) {
  const course = await queries.findCourseFacts(db, slug)
  if (await isVisible(db, course, user)) return course
  throw queries.courseNotFound(slug)
}

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

export async function presentCourse(db: Db, course: Course, outline: Outline) {
  const lessons = outline.flatMap((section) => section.lessons)
  const slugOf = new Map(outline.map((section) => [section.id, section.slug]))
  return {
    ...course,
    price: { amount: course.price_amount, currency: course.price_currency },
    cover: presentPicture(course.cover),
    lessons: lessons.length,
    labs: lessons.filter((lesson) => lesson.kind === 'lab').length,
    instructors: presentInstructors(
      course.instructors,
      await queries.listCoursesTaughtBy(
        db,
        course.instructors.map(({ name }) => name),
        course.id,
      ),
    ),
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
