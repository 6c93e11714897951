import { operations, type SearchGroup } from '@flagyard/api-types'
import { findMatches, inBothForms } from '../../../db/find-matches.ts'
import { isCancelled } from '../../../db/pg-errors.ts'
import { setSearchLimits } from '../../../db/search-limits.ts'
import type { Deps } from '../../../deps.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { mayCall } from '../../../identity/require-access.ts'

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
          ...{ q, table, keys, direction: { descending } },
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
