import type { SearchGroup } from '@flagyard/api-types'
import { isCancelled } from '../../db/pg-errors.ts'
import { setTimeLimit } from '../../db/time-limit.ts'
import type { Deps } from '../../deps.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const MOST_OF_A_KIND = 5
const MOST_MILLISECONDS = 800

/** One source after another, so that a search never takes the pool; one that is slow is left out and says so. */
export async function searchEverything(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  q: string,
): Promise<SearchGroup[]> {
  const groups: SearchGroup[] = []
  for (const source of extensions.searchSources) groups.push(await search(db, source, q))
  return groups.filter(({ rows, late }) => late || rows.length > 0)
}

async function search(db: Deps['db'], { kind, find }: SearchSource, q: string): Promise<SearchGroup> {
  try {
    const rows = await db.transaction(async (tx) => {
      await setTimeLimit(tx, MOST_MILLISECONDS)
      return find(tx, q, MOST_OF_A_KIND)
    })
    return { kind, late: false, rows }
  } catch (error) {
    if (!isCancelled(error)) throw error
    return { kind, late: true, rows: [] }
  }
}
