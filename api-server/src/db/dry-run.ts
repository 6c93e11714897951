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

/** Thrown to roll the transaction back. */
class DryRun<T> extends Error {
  outcome: { of: T } | undefined
}
