import type { SearchGroup } from '@flagyard/api-types'
import { isCancelled } from '../../db/failures.ts'
import { setTimeLimit } from '../../db/time-limit.ts'
import type { Deps } from '../../deps.ts'
import { bannersFound } from '../banners/search-queries.ts'
import { certificatesFound } from '../certificates/search-queries.ts'
import { cloudAccountsFound } from '../cloud-accounts/search-queries.ts'
import { bundlesFound, coursesFound } from '../courses/search-queries.ts'
import { examsFound } from '../exams/search-queries.ts'
import { labsFound } from '../labs/search-queries.ts'
import { ordersFound } from '../orders/search-queries.ts'
import { usersFound } from '../users/search-queries.ts'
import { vouchersFound } from '../vouchers/search-queries.ts'
import type { Searchable } from './searchable.ts'

/** What one box searches, in the order it is shown; a feature adds its line. */
const sources: Searchable[] = [
  usersFound,
  coursesFound,
  labsFound,
  examsFound,
  bundlesFound,
  ordersFound,
  vouchersFound,
  certificatesFound,
  cloudAccountsFound,
  bannersFound,
]

const MOST_OF_A_KIND = 5
const MOST_MILLISECONDS = 800

/** One source after another, so that a search never takes the pool; one that is slow is left out and says so. */
export async function searchEverything({ db }: Pick<Deps, 'db'>, q: string): Promise<SearchGroup[]> {
  const groups: SearchGroup[] = []
  for (const source of sources) groups.push(await ask(db, source, q))
  return groups.filter(({ rows, late }) => late || rows.length > 0)
}

async function ask(db: Deps['db'], { kind, find }: Searchable, q: string): Promise<SearchGroup> {
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
