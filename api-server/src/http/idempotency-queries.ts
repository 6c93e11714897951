import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { idempotencyKeys } from '../db/schema/index.ts'

type Key = { account: string; operation: string; key: string }
type Claim = { kind: 'mine' | 'running' | 'other' } | { kind: 'answered'; body: unknown }

const at = ({ account, operation, key }: Key) =>
  and(eq(idempotencyKeys.account, account), eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.key, key))

/**
 * Takes the key, or says what became of whoever took it first. A claim whose process died is taken over after a minute:
 * the effect behind it is single by its own rule, so a replay finds it done.
 */
export async function claimKey(db: Db, row: Key & { request_hash: string }): Promise<Claim> {
  const [taken] = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.account, idempotencyKeys.operation, idempotencyKeys.key],
      set: { created_at: sql`now()` },
      setWhere: sql`${idempotencyKeys.status} is null and ${idempotencyKeys.created_at} < now() - interval '1 minute' and ${idempotencyKeys.request_hash} = ${row.request_hash}`,
    })
    .returning({ key: idempotencyKeys.key })
  if (taken) return { kind: 'mine' }
  const [first] = await db.select().from(idempotencyKeys).where(at(row))
  if (!first) return claimKey(db, row)
  if (first.request_hash !== row.request_hash) return { kind: 'other' }
  return first.status === null ? { kind: 'running' } : { kind: 'answered', body: first.body }
}

export async function saveAnswer(db: Db, row: Key, body: unknown) {
  await db.update(idempotencyKeys).set({ status: 200, body }).where(at(row))
}

export async function releaseKey(db: Db, row: Key) {
  await db.delete(idempotencyKeys).where(at(row))
}
