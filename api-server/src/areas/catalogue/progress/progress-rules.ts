import type { OutlineLesson, OutlineSection } from '../courses/index.ts'

/** Whether all required lessons are complete. */
export const isDone = (lessons: Pick<OutlineLesson, 'id' | 'required'>[], completed: ReadonlySet<string>): boolean =>
  lessons.every((lesson) => !lesson.required || completed.has(lesson.id))

/** Slugs of sections that are closed until the required lessons of another section are complete. */
export function closedSections(sections: OutlineSection[], completed: ReadonlySet<string>): Set<string> {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const closed = sections.filter((section) => {
    const prerequisite = section.opens_after_id ? byId.get(section.opens_after_id) : undefined
    return prerequisite !== undefined && !isDone(prerequisite.lessons, completed)
  })
  return new Set(closed.map((section) => section.slug))
}

/**
 * The lesson to resume: the last one opened if it is still a candidate, otherwise the next candidate. Candidates are required, incomplete lessons
 * of open sections. Without candidates, the last one opened.
 */
export function resumePoint<Lesson extends OutlineLesson>(
  sections: OutlineSection<Lesson>[],
  completed: ReadonlySet<string>,
  lastLessonId: string | null,
): Place<Lesson> | null {
  const closed = closedSections(sections, completed)
  let first: Place<Lesson> | undefined
  let last: Place<Lesson> | undefined
  // First candidates before and from the last opened lesson.
  let before: Place<Lesson> | undefined
  let after: Place<Lesson> | undefined
  for (const section of sections) {
    if (closed.has(section.slug)) continue
    for (const lesson of section.lessons) {
      first ??= { section, lesson }
      if (lesson.id === lastLessonId) last = { section, lesson }
      if (!lesson.required || completed.has(lesson.id)) continue
      if (last) after ??= { section, lesson }
      else before ??= { section, lesson }
    }
  }
  return after ?? before ?? last ?? first ?? null
}

interface Place<Lesson extends OutlineLesson> {
  section: OutlineSection<Lesson>
  lesson: Lesson
}

/** Numbers of completed and total required lessons. Optional lessons do not count. */
export function countRequired(
  sections: OutlineSection[],
  completed: ReadonlySet<string>,
): { completed: number; required: number } {
  const count = { completed: 0, required: 0 }
  for (const { lessons } of sections)
    for (const { id, required } of lessons) {
      if (!required) continue
      count.required++
      if (completed.has(id)) count.completed++
    }
  return count
}

/** Whether the learner has reached the share of the course after which it asks for feedback. */
export const isShareReached = (of: { completed: number; required: number; share: number }) =>
  of.completed >= of.required * of.share - 1e-9

/** Message for the learner, and for support about the learner. */
export const sectionClosed = (prerequisite: string) => `This section opens once you finish “${prerequisite}”.`
