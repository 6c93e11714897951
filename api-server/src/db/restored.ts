import { eq } from 'drizzle-orm'
import type { Db, Tx } from './db.ts'
import type { Query } from './migrations.ts'
import { settings } from './schema/index.ts'

/** Row that asks the next start to finish a restore. */
const RESTORED = 'restored'

interface Restored {
  made_at: string
  version: string
}

const noteOf = ({ made_at, version }: Restored) => ({ made_at, version, restored_at: new Date().toISOString() })

export async function noteRestore(query: Query, restored: Restored): Promise<void> {
  await query(
    'insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
    [RESTORED, JSON.stringify(noteOf(restored))],
  )
}

/** The same on an open database, which another program restored. */
export async function saveRestored(db: Db, restored: Restored): Promise<void> {
  const value = noteOf(restored)
  await db
    .insert(settings)
    .values({ key: RESTORED, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

/** Removes the row and returns the time of the backup; undefined if nothing was restored. Of several processes, one gets it. */
export async function takeRestored(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.delete(settings).where(eq(settings.key, RESTORED)).returning({ value: settings.value })
  return (row?.value as { made_at: string } | undefined)?.made_at
}
