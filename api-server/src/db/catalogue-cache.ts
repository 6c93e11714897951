import { sql } from 'drizzle-orm'
import type { Db, OpenedDatabase } from './db.ts'

/** Postgres channel that triggers notify whenever public content changes (migration 0003). */
const channel = 'catalogue'

const caches = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Caches the result of `load` under `key` until any content changes. For data that is the same for every visitor. Failures are not cached, so that
 * keys invented by a caller do not pile up.
 */
export async function cacheUntilInvalidated<T>(
  deps: Pick<OpenedDatabase, 'db' | 'listen'>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const entries = caches.get(deps.db) ?? (await listenFor(deps))
  const cached = entries.get(key)
  if (cached) return cached as Promise<T>
  // A drizzle query runs again on each await; a promise of its result does not.
  const loading = Promise.resolve(load())
  entries.set(key, loading)
  try {
    return await loading
  } catch (error) {
    // The cache may have been cleared in the meantime, and another caller may already be loading the new value under the same key.
    if (entries.get(key) === loading) entries.delete(key)
    throw error
  }
}

/** Clears the caches of all processes when the transaction commits. For tables without a trigger. */
export const invalidateCaches = (tx: Db) => tx.execute(sql`select pg_notify(${channel}, '')`)

async function listenFor({ db, listen }: Pick<OpenedDatabase, 'db' | 'listen'>) {
  const entries = new Map<string, Promise<unknown>>()
  await listen(
    channel,
    () => entries.clear(),
    () => entries.clear(),
  )
  caches.set(db, entries)
  return entries
}
