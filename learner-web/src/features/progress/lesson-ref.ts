import type { Course, CourseDetails, CourseProgress } from '@flagyard/api-types'
import { formatMinutes } from '@flagyard/ui/format'
import * as t from '../../messages/en/progress.ts'

export type CourseSection = CourseDetails['sections'][number]
export type CourseLesson = CourseSection['lessons'][number]

export interface LessonInSection {
  section: CourseSection
  lesson: CourseLesson
}

export interface LessonRef {
  section: string
  lesson: string
}

export function listLessons(course: Pick<CourseDetails, 'sections'>): LessonInSection[] {
  return course.sections.flatMap((section) => section.lessons.map((lesson) => ({ section, lesson })))
}

/** The lesson in the address, otherwise the one to resume, otherwise the first. */
export function findLesson(
  lessons: LessonInSection[],
  wanted: Partial<LessonRef>,
  resume: LessonRef | null,
): LessonInSection | undefined {
  const find = (ref: Partial<LessonRef> | null) =>
    ref ? lessons.find(({ section, lesson }) => section.slug === ref.section && lesson.slug === ref.lesson) : undefined
  return find(wanted) ?? find(resume) ?? lessons[0]
}

/** True if a lesson is locked until another section is complete. A lesson whose lab was bought separately is not. */
export function isClosed(progress: CourseProgress, { section, lesson }: LessonRef): boolean {
  return (
    progress.closed_sections.includes(section) &&
    !progress.open_lessons.some((one) => one.section === section && one.lesson === lesson)
  )
}

/** The next lesson in an unlocked section. */
export function findNextLesson(
  lessons: LessonInSection[],
  current: LessonInSection,
  closedSections: readonly string[],
): LessonInSection | undefined {
  const after = lessons.indexOf(current) + 1
  return lessons.slice(after).find(({ section }) => !closedSections.includes(section.slug))
}

/** The previous lesson in an unlocked section. */
export function findPreviousLesson(
  lessons: LessonInSection[],
  current: LessonInSection,
  closedSections: readonly string[],
): LessonInSection | undefined {
  return lessons.slice(0, lessons.indexOf(current)).findLast(({ section }) => !closedSections.includes(section.slug))
}

/** Number of completed and of all required lessons in a section. */
export function countRequired(section: CourseSection, progress: CourseProgress) {
  const required = section.lessons.filter((lesson) => lesson.required)
  const isComplete = ({ slug }: CourseLesson) =>
    Boolean(findLessonProgress(progress, { section: section.slug, lesson: slug })?.completed_at)
  return { completed: required.filter(isComplete).length, required: required.length }
}

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

/** Progress in a lesson, if there is any. */
export function findLessonProgress(progress: CourseProgress, { section, lesson }: LessonRef) {
  return progress.lessons.find((one) => one.section === section && one.lesson === lesson)
}

export const lessonKinds = {
  video: { icon: 'play', word: t.kinds.video },
  lab: { icon: 'flask', word: t.kinds.lab },
  reading: { icon: 'book', word: t.kinds.reading },
} as const

/** Duration of a lesson in minutes, or in seconds if below one minute. */
export const formatDuration = (seconds: number): string =>
  seconds < 60 ? t.seconds({ seconds: Math.round(seconds) }) : formatMinutes(Math.round(seconds / 60))
