import { readingSeconds } from '../../features/courses/reading-time.ts'
import type { Films } from './films.ts'
import { catalogue, lessonText } from './index.ts'
import type { CatalogueCourse, CatalogueLesson } from './shapes.ts'

/** A video lesson lasts as long as its film, so that watching it can be completed; a lab as long as it runs; a reading by its words. */
export function lessonSeconds({ seconds }: Films, course: CatalogueCourse, lesson: CatalogueLesson): number {
  const lab = catalogue.labs.find(({ slug }) => slug === lesson.lab)
  if (lab) return lab.duration_minutes * 60
  return (lesson.video && seconds.get(lesson.video)) || readingSeconds(lessonText(course, lesson))
}

/** What the lessons of the course add up to, in half hours. */
export function studyHours(films: Films, course: CatalogueCourse): number {
  const lessons = course.sections.flatMap((section) => section.lessons)
  const seconds = lessons.reduce((sum, lesson) => sum + lessonSeconds(films, course, lesson), 0)
  return Math.max(0.5, Math.round(seconds / 1800) / 2)
}
