import { eq, sql } from 'drizzle-orm'
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

/** No operator has confirmed that the server of the original database is stopped. */
export class UnconfirmedCopyError extends Error {}

/**
 * Throws for a restored database until `confirmTakeOver`. A server on a copy would clean cloud accounts that the original leases, send its mails and
 * refund its orders.
 */
export async function assertTakenOver(db: Db): Promise<void> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, RESTORED))
  const { made_at, takes_over } = (row?.value ?? { takes_over: true }) as { made_at?: string; takes_over?: boolean }
  if (takes_over) return
  throw new UnconfirmedCopyError(
    `This database was restored from a backup of ${made_at}. If the original server also runs, both clean the same cloud accounts, send the same mails and refund the same orders. Stop the original for good, then run: flagyard take-over`,
  )
}

/** Notes that the original is stopped for good. Returns whether a restore was waiting for this. */
export async function confirmTakeOver(db: Db): Promise<boolean> {
  const rows = await db
    .update(settings)
    .set({ value: sql`${settings.value} || '{"takes_over": true}'` })
    .where(eq(settings.key, RESTORED))
    .returning({ key: settings.key })
  return rows.length > 0
}

/** Removes the row and returns the time of the backup; undefined if nothing was restored. Of several processes, one gets it. */
export async function takeRestored(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.delete(settings).where(eq(settings.key, RESTORED)).returning({ value: settings.value })
  return (row?.value as { made_at: string } | undefined)?.made_at
}
