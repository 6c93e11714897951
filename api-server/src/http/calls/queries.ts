import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { idempotencyKeys } from '../../db/schema/index.ts'

export type Key = { account: string; operation: string; key: string }
export type Claim = { kind: 'claimed' | 'running' | 'mismatch' } | { kind: 'answered'; reply: string | null }

const matches = ({ account, operation, key }: Key) =>
  and(eq(idempotencyKeys.account, account), eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.key, key))

/**
 * Claims the key, or returns the state of an earlier claim. A claim without a response that is not renewed is taken over: its process
 * died, and its effect is idempotent by its own rule, so a replay finds it done.
 */
export async function claimKey(db: Db, row: Key & { request_hash: string }): Promise<Claim> {
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.account, idempotencyKeys.operation, idempotencyKeys.key],
      set: { created_at: sql`now()` },
      setWhere: sql`${idempotencyKeys.status} is null and ${idempotencyKeys.created_at} < now() - interval '6 seconds' and ${idempotencyKeys.request_hash} = ${row.request_hash}`,
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed) return { kind: 'claimed' }
  const [existing] = await db.select().from(idempotencyKeys).where(matches(row))
  if (!existing) return claimKey(db, row)
  if (existing.request_hash !== row.request_hash) return { kind: 'mismatch' }
  return existing.status === null ? { kind: 'running' } : { kind: 'answered', reply: existing.reply_sealed }
}

/** Running requests renew their claim every two seconds. */
export async function renewClaim(db: Db, row: Key) {
  await db.update(idempotencyKeys).set({ created_at: sql`now()` }).where(matches(row))
}

export async function saveReply(db: Db, row: Key, reply_sealed: string | null) {
  await db.update(idempotencyKeys).set({ status: 200, reply_sealed }).where(matches(row))
}

export async function releaseKey(db: Db, row: Key) {
  await db.delete(idempotencyKeys).where(matches(row))
}
