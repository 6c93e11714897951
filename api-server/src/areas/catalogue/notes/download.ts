import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { writeMarkdown } from './markdown.ts'
import * as queries from './queries.ts'

/** Notes read per batch while the file is written, to limit memory. */
const BATCH = 500

/** The learner's notes, of one course or all, streamed as a Markdown file. */
export async function readNotesFile(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id }: CurrentUser,
  course: string | undefined,
): Promise<AsyncIterable<string>> {
  const ids = await queries.listIdsInOrder(db, id, course)
  async function* batches() {
    for (let from = 0; from < ids.length; from += BATCH) {
      const place = new Map(ids.slice(from, from + BATCH).map((one, at) => [one, at]))
      const notes = await queries.listByIds(db, id, [...place.keys()])
      yield notes.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    }
  }
  return writeMarkdown(batches(), config.publicUrl)
}
