import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import type { Db } from '../../db/open.ts'
import { addressRequests } from '../../db/schema/index.ts'

export type AddressRequest = typeof addressRequests.$inferSelect

/** Not run out, and not used up by an erasure. */
const hasToken = (hash: string) =>
  and(eq(addressRequests.token_hash, hash), isNull(addressRequests.used_at), gt(addressRequests.expires_at, sql`now()`))
/** What the mailed link has, and nobody opened yet. */
const isMailed = (hash: string) => and(hasToken(hash), isNull(addressRequests.opened_at))
/** What the page got that opened the link. */
const isOpened = (hash: string) => and(hasToken(hash), isNotNull(addressRequests.opened_at))

export async function insertAddressRequest(tx: Db, row: typeof addressRequests.$inferInsert): Promise<void> {
  await tx.insert(addressRequests).values(row)
}

/** Opens a mailed link and puts another token in its place: of two at once, one gets it. */
export async function openAddressRequest(
  tx: Db,
  hash: string,
  next: Pick<AddressRequest, 'token_hash' | 'expires_at'>,
): Promise<AddressRequest | undefined> {
  const [row] = await tx
    .update(addressRequests)
    .set({ ...next, opened_at: sql`now()` })
    .where(isMailed(hash))
    .returning()
  return row
}

export async function findOpenedAddressRequest(db: Db, hash: string): Promise<AddressRequest | undefined> {
  const [row] = await db.select().from(addressRequests).where(isOpened(hash))
  return row
}

/** Uses the token of an opened link up: of two at once, one gets it. */
export async function consumeAddressRequest(tx: Db, hash: string): Promise<AddressRequest | undefined> {
  const [row] = await tx.update(addressRequests).set({ used_at: sql`now()` }).where(isOpened(hash)).returning()
  return row
}

/** A request whose erasure was asked for and is not done yet. */
export async function findErasureOfAddress(tx: Db, id: string): Promise<AddressRequest | undefined> {
  const [row] = await tx.select().from(addressRequests).where(eq(addressRequests.id, id)).for('update')
  return row?.used_at ? row : undefined
}

export async function deleteAddressRequest(tx: Db, id: string): Promise<void> {
  await tx.delete(addressRequests).where(eq(addressRequests.id, id))
}

/** Links that ran out; what waits to be erased is left to its job. */
export async function deleteOldAddressRequests(db: Db, { days, limit }: { days: number; limit: number }) {
  const old = and(isNull(addressRequests.used_at), isOlder(addressRequests.expires_at, days))
  const gone = await db
    .delete(addressRequests)
    .where(inBatch(addressRequests, old, limit))
    .returning({ gone: sql`1` })
  return gone.length
}
