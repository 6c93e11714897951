import type { OpenedDatabase } from './db.ts'

/** What changes when content does: triggers announce it on this channel (migration 0003). */
const channel = 'catalogue'

const kept = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Gives what `make` made for this key, until any content changes. For what is the same for everybody. Failures are not
 * kept, so a key that a caller makes up leaves nothing behind.
 */
export async function cacheUntilInvalidated<T>(
  deps: Pick<OpenedDatabase, 'db' | 'listen'>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const entries = kept.get(deps.db) ?? (await listenFor(deps))
  const known = entries.get(key)
  if (known) return known as Promise<T>
  const making = make()
  entries.set(key, making)
  try {
    return await making
  } catch (error) {
    // Meanwhile content may have changed, and another caller may be making it anew.
    if (entries.get(key) === making) entries.delete(key)
    throw error
  }
}

async function listenFor({ db, listen }: Pick<OpenedDatabase, 'db' | 'listen'>) {
  const entries = new Map<string, Promise<unknown>>()
  await listen(
    channel,
    () => entries.clear(),
    () => entries.clear(),
  )
  kept.set(db, entries)
  return entries
}
