import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import type { Db, Tx } from './db.ts'

/** Does the work in a transaction. A dry run takes all of it back, so it is refused by what the run is refused by, and tells what would be. */
export async function changeOrTry<T>(db: Db, isDryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isDryRun) return db.transaction(work)
  const tried = new DryRun<T>()
  try {
    await db.transaction(async (tx) => {
      tried.outcome = { of: await work(tx) }
      throw tried
    })
  } catch (error) {
    if (error !== tried) throw error
  }
  if (!tried.outcome) throw new Error('A dry run ended without an outcome')
  return tried.outcome.of
}

/** What a dry run showed, as one word that comes back with the change. */
export const printOf = (seen: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(seen)).digest('base64url')

/** Nothing is done that the administrator has not seen. */
export function assertSeen(shown: string | undefined, now: string) {
  if (shown === now) return
  throw new ApiError('stale_version', 'What belongs to this has changed since you looked. Look at it again.')
}

/** Thrown to roll the transaction back. */
class DryRun<T> extends Error {
  outcome: { of: T } | undefined
}
