import type { OutlineLesson, OutlineSection } from '../courses/outline.ts'

/** Whether every required lesson is complete. */
export const isDone = (lessons: Pick<OutlineLesson, 'id' | 'required'>[], completed: ReadonlySet<string>): boolean =>
  lessons.every((lesson) => !lesson.required || completed.has(lesson.id))

/** Slugs of the sections that stay closed until the required lessons of another section are complete. */
export function closedSections(sections: OutlineSection[], completed: ReadonlySet<string>): Set<string> {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const closed = sections.filter((section) => {
    const prerequisite = section.opens_after_id ? byId.get(section.opens_after_id) : undefined
    return prerequisite !== undefined && !isDone(prerequisite.lessons, completed)
  })
  return new Set(closed.map((section) => section.slug))
}

/**
 * The lesson to continue with: the last lesson seen if it still counts, otherwise the next that does. What counts are required
 * lessons of open sections that are not complete. Once there is none, the last seen.
 */
export function resumePoint(
  sections: OutlineSection[],
  completed: ReadonlySet<string>,
  lastLessonId: string | null,
): { section: string; lesson: string; title: string } | null {
  const closed = closedSections(sections, completed)
  const open = sections.filter((section) => !closed.has(section.slug))
  const lessons = open.flatMap((section) =>
    section.lessons.map((lesson) => ({
      id: lesson.id,
      section: section.slug,
      lesson: lesson.slug,
      title: lesson.title,
      counts: lesson.required && !completed.has(lesson.id),
    })),
  )
  const last = lessons.findIndex((lesson) => lesson.id === lastLessonId)
  const fromLast = [...lessons.slice(Math.max(last, 0)), ...lessons.slice(0, Math.max(last, 0))]
  const next = fromLast.find((lesson) => lesson.counts) ?? lessons[last] ?? lessons[0]
  return next ? { section: next.section, lesson: next.lesson, title: next.title } : null
}

/** Completed and total required lessons; progress counts no others. */
export function countRequired(
  sections: OutlineSection[],
  completed: ReadonlySet<string>,
): { completed: number; required: number } {
  const required = sections.flatMap((section) => section.lessons).filter((lesson) => lesson.required)
  return { completed: required.filter((lesson) => completed.has(lesson.id)).length, required: required.length }
}
