import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { addressRequests } from '../../../db/schema/index.ts'

export type AddressRequest = typeof addressRequests.$inferSelect

/** Not expired, and not yet used for an erasure. */
const hasToken = (hash: string) =>
  and(eq(addressRequests.token_hash, hash), isNull(addressRequests.used_at), gt(addressRequests.expires_at, sql`now()`))
/** Token of a mailed link that was not opened yet. */
const isMailed = (hash: string) => and(hasToken(hash), isNull(addressRequests.opened_at))
/** Token that the page received when it opened the link. */
const isOpened = (hash: string) => and(hasToken(hash), isNotNull(addressRequests.opened_at))

export async function insertAddressRequest(tx: Db, row: typeof addressRequests.$inferInsert): Promise<void> {
  await tx.insert(addressRequests).values(row)
}

/** Opens a mailed link and replaces its token. Of two concurrent calls, one succeeds. */
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

/** Consumes the token of an opened link. Of two concurrent calls, one succeeds. */
export async function consumeAddressRequest(tx: Db, hash: string): Promise<AddressRequest | undefined> {
  const [row] = await tx.update(addressRequests).set({ used_at: sql`now()` }).where(isOpened(hash)).returning()
  return row
}

/** Locks a request whose erasure was requested and is not done yet. */
export async function findErasureOfAddress(tx: Db, id: string): Promise<AddressRequest | undefined> {
  const [row] = await tx.select().from(addressRequests).where(eq(addressRequests.id, id)).for('update')
  return row?.used_at ? row : undefined
}

export async function deleteAddressRequest(tx: Db, id: string): Promise<void> {
  await tx.delete(addressRequests).where(eq(addressRequests.id, id))
}
