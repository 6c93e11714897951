import type { Course, CourseDetails, CourseProgress } from '@flagyard/api-types'

export type CourseSection = CourseDetails['sections'][number]
export type CourseLesson = CourseSection['lessons'][number]

/** A lesson together with its section. */
export interface LessonInSection {
  section: CourseSection
  lesson: CourseLesson
}

export interface LessonRef {
  section: string
  lesson: string
}

/** All lessons of a course, in their order. */
export function listLessons(course: Pick<CourseDetails, 'sections'>): LessonInSection[] {
  return course.sections.flatMap((section) => section.lessons.map((lesson) => ({ section, lesson })))
}

/** The lesson that the address names, else the one to resume with, else the first. */
export function findLesson(
  lessons: LessonInSection[],
  wanted: Partial<LessonRef>,
  resume: LessonRef | null,
): LessonInSection | undefined {
  const find = (ref: Partial<LessonRef> | null) =>
    ref ? lessons.find(({ section, lesson }) => section.slug === ref.section && lesson.slug === ref.lesson) : undefined
  return find(wanted) ?? find(resume) ?? lessons[0]
}

/** Whether a lesson waits for another section. One whose lab the learner has by itself does not. */
export function isClosed(progress: CourseProgress, { section, lesson }: LessonRef): boolean {
  return (
    progress.closed_sections.includes(section) &&
    !progress.open_lessons.some((one) => one.section === section && one.lesson === lesson)
  )
}

/** The next lesson whose section is open. */
export function findNextLesson(
  lessons: LessonInSection[],
  current: LessonInSection,
  closedSections: readonly string[],
): LessonInSection | undefined {
  const after = lessons.indexOf(current) + 1
  return lessons.slice(after).find(({ section }) => !closedSections.includes(section.slug))
}

/** The lesson before, whose section is open. */
export function findPreviousLesson(
  lessons: LessonInSection[],
  current: LessonInSection,
  closedSections: readonly string[],
): LessonInSection | undefined {
  return lessons.slice(0, lessons.indexOf(current)).findLast(({ section }) => !closedSections.includes(section.slug))
}

/** Completed and total required lessons of a section. */
export function countRequired(section: CourseSection, progress: CourseProgress) {
  const required = section.lessons.filter((lesson) => lesson.required)
  const isComplete = ({ slug }: CourseLesson) =>
    Boolean(findLessonProgress(progress, { section: section.slug, lesson: slug })?.completed_at)
  return { completed: required.filter(isComplete).length, required: required.length }
}

/** The free lessons of a course, in their order. */
export function listFreeLessons(course: Pick<Course, 'sections'>): (LessonRef & { title: string })[] {
  return course.sections.flatMap((section) =>
    section.lessons
      .filter(({ free_preview }) => free_preview)
      .map(({ slug, title }) => ({ section: section.slug, lesson: slug, title })),
  )
}

export const lessonRef = ({ section, lesson }: LessonInSection): LessonRef => ({
  section: section.slug,
  lesson: lesson.slug,
})

/** My progress in a lesson, if there is any. */
export function findLessonProgress(progress: CourseProgress, { section, lesson }: LessonRef) {
  return progress.lessons.find((one) => one.section === section && one.lesson === lesson)
}
