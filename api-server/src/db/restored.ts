import { eq } from 'drizzle-orm'
import type { Tx } from './db.ts'
import type { Query } from './migrations.ts'
import { settings } from './schema/index.ts'

/** Row that asks the next start to finish a restore. */
const RESTORED = 'restored'

export async function noteRestore(
  query: Query,
  { made_at, version }: { made_at: string; version: string },
): Promise<void> {
  const value = JSON.stringify({ made_at, version, restored_at: new Date().toISOString() })
  await query(
    'insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value',
    [RESTORED, value],
  )
}

/** Removes the row and returns the time of the backup; undefined if nothing was restored. Of several processes, one gets it. */
export async function takeRestored(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.delete(settings).where(eq(settings.key, RESTORED)).returning({ value: settings.value })
  return (row?.value as { made_at: string } | undefined)?.made_at
}
