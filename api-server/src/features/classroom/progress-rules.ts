import type { OutlineSection } from '../courses/outline.ts'

/** The sections that stay closed until the required lessons of another are complete. */
export function closedSections(sections: OutlineSection[], completed: ReadonlySet<string>): Set<string> {
  const done = (section: OutlineSection) =>
    section.lessons.every((lesson) => !lesson.required || completed.has(lesson.id))
  const byId = new Map(sections.map((section) => [section.id, section]))
  const closed = sections.filter((section) => {
    const first = section.opens_after_id ? byId.get(section.opens_after_id) : undefined
    return first !== undefined && !done(first)
  })
  return new Set(closed.map((section) => section.slug))
}

/** Where to go on: the last lesson seen while it is incomplete, else the next incomplete open one, else the last seen. */
export function resumePoint(
  sections: OutlineSection[],
  completed: ReadonlySet<string>,
  lastLessonId: string | null,
): { section: string; lesson: string; title: string } | null {
  const closed = closedSections(sections, completed)
  const open = sections.filter((section) => !closed.has(section.slug))
  const all = open.flatMap((section) =>
    section.lessons.map((lesson) => ({
      id: lesson.id,
      section: section.slug,
      lesson: lesson.slug,
      title: lesson.title,
    })),
  )
  const last = all.findIndex((one) => one.id === lastLessonId)
  const after = [...all.slice(Math.max(last, 0)), ...all.slice(0, Math.max(last, 0))]
  const next = after.find((one) => !completed.has(one.id)) ?? all[last] ?? all[0]
  return next ? { section: next.section, lesson: next.lesson, title: next.title } : null
}

/** Required lessons done and in all; progress counts nothing else. */
export function countRequired(
  sections: OutlineSection[],
  completed: ReadonlySet<string>,
): { completed: number; required: number } {
  const required = sections.flatMap((section) => section.lessons).filter((lesson) => lesson.required)
  return { completed: required.filter((lesson) => completed.has(lesson.id)).length, required: required.length }
}
