import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import type { Db, Tx } from './db.ts'

/** Runs the work in a transaction. A dry run rolls it back, so it applies the same checks as the real run and returns the same result. */
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

/** Fingerprint of what a dry run showed; it is sent back with the change. */
export const printOf = (seen: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(seen)).digest('base64url')

/** Refuses a change whose preview is out of date. */
export function assertSeen(shown: string | undefined, now: string) {
  if (shown === now) return
  throw new ApiError('stale_version', 'The affected data has changed since the preview. Check it again.')
}

/** Thrown to roll the transaction back. */
class DryRun<T> extends Error {
  outcome: { of: T } | undefined
}
