import type { MyLab, NotedLesson, Order } from '@flagyard/api-types'
import { fromSecond, paths } from '@flagyard/api-types/links'

/** Path of one of the learner's labs: its lesson, or its description if no course contains it. */
export const labPath = ({ slug, course }: Pick<MyLab, 'slug' | 'course'>): string =>
  course ? paths.lesson(course.slug, course) : paths.lab(slug)

/** Path of a note's lesson, at the note's position; null if the lesson was removed from its course. */
export function notePath(lesson: Pick<NotedLesson, 'course' | 'section' | 'lesson' | 'opens'>, second: number | null) {
  if (lesson.opens === null) return null
  const pathOf = lesson.opens === 'free' ? paths.freeLesson : paths.lesson
  return fromSecond(pathOf(lesson.course, lesson), second)
}

export function productPath({ kind, slug }: Pick<Order, 'kind' | 'slug'>): string {
  if (kind === 'course') return paths.course(slug)
  if (kind === 'lab') return paths.lab(slug)
  return kind === 'exam' ? paths.exam(slug) : paths.bundles
}
