import type { NotedLesson } from '@flagyard/api-types'
import { fromSecond, paths } from '@flagyard/api-types/links'

/** Path of a note's lesson, at the note's position; null if the lesson was removed from its course. */
export function notePath(lesson: Pick<NotedLesson, 'course' | 'section' | 'lesson' | 'opens'>, second: number | null) {
  if (lesson.opens === null) return null
  const pathOf = lesson.opens === 'free' ? paths.freeLesson : paths.lesson
  return fromSecond(pathOf(lesson.course, lesson), second)
}
