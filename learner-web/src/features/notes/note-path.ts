import type { NotedLesson } from '@flagyard/api-types'
import { fromSecond, paths } from '@flagyard/api-types/links'

/** Where the lesson of a note opens, from its second on; null once it has left its course. */
export function notePath(lesson: Pick<NotedLesson, 'course' | 'section' | 'lesson' | 'opens'>, second: number | null) {
  if (lesson.opens === null) return null
  const pathOf = lesson.opens === 'free' ? paths.freeLesson : paths.lesson
  return fromSecond(pathOf(lesson.course, lesson), second)
}
