import { type LearningFound, operations, type SearchGroup } from '@flagyard/api-types'
import { findMatches, inBothForms, setSearchLimits } from '../../../db/lists/find-matches.ts'
import { searchFold } from '../../../db/lists/search.ts'
import { isCancelled } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { mayCall } from '../../../identity/require-access.ts'
import * as queries from './learning-queries.ts'

/** Maximum number of results per kind. */
const MAX_RESULTS_PER_KIND = 5
/** Results of a kind are counted up to this number: more are shown as “100 or more”. The full list counts further. */
const MAX_COUNTED_PER_KIND = 100
/** Timeout of one source, in milliseconds. A slower source is marked as late in the response. */
const SOURCE_TIMEOUT_MS = 800

/** Searches the sources that the caller may read, one after another, so that a search uses only one database connection at a time. */
export async function searchEverything(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  caller: CurrentUser,
  q: string,
): Promise<SearchGroup[]> {
  const groups: SearchGroup[] = []
  for (const source of extensions.searchSources)
    if (mayCall(operations[source.operation], caller)) groups.push(await search(db, source, caller, q))
  return groups.filter(({ rows, late }) => late || rows.length > 0)
}

async function search(db: Deps['db'], source: SearchSource, caller: CurrentUser, q: string): Promise<SearchGroup> {
  const { kind, table, keys, descending = false } = source
  try {
    return await db.transaction(async (tx) => {
      await setSearchLimits(tx, SOURCE_TIMEOUT_MS)
      const found = await findMatches(
        tx,
        {
          q,
          table,
          keys,
          direction: { descending },
          where: inBothForms((byRow) => source.where(q, caller, byRow)),
          having: source.having && ((part) => inBothForms((byRow) => source.having?.(part, q, caller, byRow))),
        },
        { from: 0, limit: MAX_RESULTS_PER_KIND, counted: MAX_COUNTED_PER_KIND },
      )
      const rows = found.total > 0 ? await source.read(tx, found.slice) : []
      return { kind, late: false, rows, total: found.total, capped: found.capped }
    })
  } catch (error) {
    if (!isCancelled(error)) throw error
    return { kind, late: true, rows: [], total: 0, capped: false }
  }
}

/** Searches what a learner can open. Administrators viewing as a learner do not get their notes. */
export async function searchLearning(
  { db }: Pick<Deps, 'db'>,
  { id, impersonated_by }: Pick<CurrentUser, 'id' | 'impersonated_by'>,
  q: string,
): Promise<LearningFound[]> {
  const [courses, lessons, labs, exams, notes] = await Promise.all([
    queries.searchCourses(db, id, q),
    queries.searchLessons(db, id, q),
    queries.searchLabs(db, q),
    queries.searchExams(db, q),
    impersonated_by ? [] : queries.searchNotes(db, id, q),
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
  ({ text, position_seconds, lesson: { opens, course, course_title, title, section, lesson } }: queries.FoundNote) => ({
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
