import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '../../app/paths.ts'

export type SectionOf = CourseDetails['sections'][number]
export type LessonOf = SectionOf['lessons'][number]

/** A lesson and where it stands. */
export interface Place {
  section: SectionOf
  lesson: LessonOf
}

export interface LessonAddress {
  section: string
  lesson: string
}

/** Every lesson of the course in its order. */
export function placesOf(course: Pick<CourseDetails, 'sections'>): Place[] {
  return course.sections.flatMap((section) => section.lessons.map((lesson) => ({ section, lesson })))
}

/** The lesson that the address asks for, else the one to go on with, else the first. */
export function placeAt(
  places: Place[],
  asked: Partial<LessonAddress>,
  resume: LessonAddress | null,
): Place | undefined {
  const find = (at: Partial<LessonAddress> | null) =>
    at ? places.find(({ section, lesson }) => section.slug === at.section && lesson.slug === at.lesson) : undefined
  return find(asked) ?? find(resume) ?? places[0]
}

/** The next lesson that is open to me. */
export function nextOf(places: Place[], now: Place, closedSections: readonly string[]): Place | undefined {
  const after = places.indexOf(now) + 1
  return places.slice(after).find(({ section }) => !closedSections.includes(section.slug))
}

export function lessonPath(course: string, { section, lesson }: LessonAddress): string {
  return `${paths.classroom(course)}?section=${encodeURIComponent(section)}&lesson=${encodeURIComponent(lesson)}`
}

export const addressOf = ({ section, lesson }: Place): LessonAddress => ({
  section: section.slug,
  lesson: lesson.slug,
})

/** What I have done of a lesson, if anything. */
export function progressAt(progress: CourseProgress, { section, lesson }: LessonAddress) {
  return progress.lessons.find((one) => one.section === section && one.lesson === lesson)
}
