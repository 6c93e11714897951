import { sql } from 'drizzle-orm'
import type { Db, OpenedDatabase } from './db.ts'

/** Postgres channel that triggers notify whenever public content changes (migration 0003). */
const channel = 'catalogue'

const caches = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Caches the result of `load` under `key` until any content changes. For data that is the same for every visitor.
 * Failures are not cached, so keys invented by a caller do not pile up.
 */
export async function cacheUntilInvalidated<T>(
  deps: Pick<OpenedDatabase, 'db' | 'listen'>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const entries = caches.get(deps.db) ?? (await listenFor(deps))
  const cached = entries.get(key)
  if (cached) return cached as Promise<T>
  // A query of drizzle runs anew each time somebody awaits it; a promise of its result does not.
  const loading = Promise.resolve(load())
  entries.set(key, loading)
  try {
    return await loading
  } catch (error) {
    // The cache may have been cleared while this loaded, and another caller may already be loading the new value under
    // the same key.
    if (entries.get(key) === loading) entries.delete(key)
    throw error
  }
}

/** Clears the caches of all processes once the transaction commits, for tables that no trigger watches. */
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
