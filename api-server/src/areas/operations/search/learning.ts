import type { LearningFound } from '@flagyard/api-types'
import { searchFold } from '../../../db/search.ts'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import * as queries from './learning-queries.ts'

/**
 * Searches what a learner can open: a few results of each kind, lessons only of courses that they have access to. Administrators
 * viewing as a learner do not get their notes.
 */
export async function searchLearning(
  { db }: Pick<Deps, 'db'>,
  { id, impersonated_by }: Pick<CurrentUser, 'id' | 'impersonated_by'>,
  q: string,
): Promise<LearningFound[]> {
  const [courses, lessons, labs, exams, notes] = await Promise.all([
    queries.listCoursesFound(db, id, q),
    queries.listLessonsFound(db, id, q),
    queries.listLabsFound(db, q),
    queries.listExamsFound(db, q),
    impersonated_by ? [] : queries.listNotesFound(db, id, q),
  ])
  const none = { within: null, lesson: null, note: null }
  return [
    ...lessons.map(({ section, lesson, ...found }) => ({
      kind: 'lesson' as const,
      ...found,
      lesson: { section, lesson },
      note: null,
    })),
    ...notes.map(toFoundNote(q)),
    ...courses.map((found) => ({ kind: 'course' as const, ...found, ...none })),
    ...labs.map((found) => ({ kind: 'lab' as const, ...found, ...none })),
    ...exams.map((found) => ({ kind: 'exam' as const, ...found, ...none })),
  ]
}

const toFoundNote =
  (q: string) =>
  ({ text, position_seconds, lesson: { opens, course, course_title, title, section, lesson } }: queries.NoteFound) => ({
    kind: 'note' as const,
    slug: course,
    title: excerptOf(text, q),
    within: `${course_title} · ${title}`,
    lesson: { section, lesson },
    note: { position_seconds, opens },
  })

/** Maximum length of a note's excerpt, in characters. */
const EXCERPT = 100

/** Excerpt around the first search word, from the line that contains it. */
function excerptOf(text: string, q: string): string {
  const [word = ''] = searchFold(q.trim()).split(/\s+/)
  const lines = text.split('\n').map((line) => line.trim())
  const line = lines.find((one) => searchFold(one).includes(word)) ?? lines.find(Boolean) ?? ''
  const from = Math.max(0, searchFold(line).indexOf(word) - EXCERPT / 2)
  const part = line.slice(from, from + EXCERPT)
  return `${from > 0 ? '…' : ''}${part.toWellFormed()}${from + EXCERPT < line.length ? '…' : ''}`
}
