import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../../db/open.ts'
import { badgePositions, certificates, certificateVersions, signingKeys } from '../../../../db/schema/index.ts'

export type NewKey = typeof signingKeys.$inferInsert
type Key = typeof signingKeys.$inferSelect

/** Serialises the creation of keys until the transaction ends. */
export const lockKeys = (tx: Tx) =>
  tx.select({ locked: sql`pg_advisory_xact_lock(hashtext('signing keys'))::text` }).from(sql`(select 1) as unused`)

export async function findActiveKey(db: Db, origin: string): Promise<Key | undefined> {
  const [row] = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.origin, origin), isNull(signingKeys.retired_at)))
  return row
}

export async function insertKey(tx: Tx, key: NewKey): Promise<Key> {
  const [row] = await tx.insert(signingKeys).values(key).returning()
  if (!row) throw new Error('The key was not inserted')
  return row
}

/** Id of the retired key, if there was one in use. */
export async function retireKey(tx: Tx, origin: string): Promise<string | undefined> {
  const [row] = await tx
    .update(signingKeys)
    .set({ retired_at: sql`now()` })
    .where(and(eq(signingKeys.origin, origin), isNull(signingKeys.retired_at)))
    .returning({ id: signingKeys.id })
  return row?.id
}

const MAX_KEYS = 200

export const listKeys = (db: Db): Promise<Key[]> =>
  db.select().from(signingKeys).orderBy(desc(signingKeys.created_at), asc(signingKeys.id)).limit(MAX_KEYS)

/** Name in a badge, empty if the holder hides it, and the number of the badge's issue. */
export interface BadgeName {
  name: string
  issue: number | null
}

/** The minimum of the standard, so that a position does not identify a badge. */
export const LIST_LENGTH = 131_072
/** Positions of a list that are used before the next list begins. Random positions are then still found quickly. */
const LIST_USED = LIST_LENGTH / 2

/** Position of a badge in the status lists, assigned when it is first downloaded. */
export async function findPosition(db: Db, certificateId: string, nameHash: string) {
  const isIt = and(eq(badgePositions.certificate_id, certificateId), eq(badgePositions.name_hash, nameHash))
  const find = async () => {
    const [row] = await db
      .select({ list: badgePositions.list, position: badgePositions.position })
      .from(badgePositions)
      .where(isIt)
    return row
  }
  for (;;) {
    const found = await find()
    if (found) return found
    const [last] = await db
      .select({ list: badgePositions.list, used: sql<number>`count(*)::int` })
      .from(badgePositions)
      .where(eq(badgePositions.list, sql`(select max(b.list) from ${badgePositions} b)`))
      .groupBy(badgePositions.list)
    await db
      .insert(badgePositions)
      .values({
        list: !last ? 1 : last.used < LIST_USED ? last.list : last.list + 1,
        position: randomInt(LIST_LENGTH),
        certificate_id: certificateId,
        name_hash: nameHash,
      })
      .onConflictDoNothing()
  }
}

/**
 * Positions of a list whose certificate is revoked or withdrawn, or whose badge was issued again since, or has a name that was corrected or is hidden.
 * Undefined if there is no such list. A badge without a name stays valid when the name is shown again.
 */
export async function listRevoked(db: Db, list: number, hashOf: (id: string, badge: BadgeName) => string) {
  const [any] = await db
    .select({ list: badgePositions.list })
    .from(badgePositions)
    .where(eq(badgePositions.list, list))
    .limit(1)
  if (!any) return undefined
  const corrected = sql`${certificates.version} > 1`
  const rows = await db
    .select({
      position: badgePositions.position,
      id: certificates.id,
      name: certificates.name,
      is_hidden: sql<boolean>`${certificates.name_hidden_at} is not null`,
      issue: certificates.badge_issue,
      hash: badgePositions.name_hash,
      ended: sql<boolean>`${certificates.revoked_at} is not null or ${certificates.withdrawn_at} is not null`,
    })
    .from(badgePositions)
    .innerJoin(certificates, eq(certificates.id, badgePositions.certificate_id))
    .where(
      and(
        eq(badgePositions.list, list),
        or(
          isNotNull(certificates.revoked_at),
          isNotNull(certificates.withdrawn_at),
          isNull(certificates.user_id),
          isNotNull(certificates.name_hidden_at),
          isNotNull(certificates.badge_issue),
          corrected,
        ),
      ),
    )
  const isCurrent = ({ id, name, is_hidden, issue, hash }: (typeof rows)[number]) =>
    hashOf(id, { name: '', issue }) === hash || (!is_hidden && hashOf(id, { name, issue }) === hash)
  return rows.filter((row) => row.ended || !isCurrent(row)).map(({ position }) => position)
}

/** Version of the printed content at a moment, and its revocation then. Undefined before the issue. */
export async function findVersionAt(db: Db, id: string, at: Date) {
  const [row] = await db
    .select({
      version: certificateVersions.version,
      name: sql<string>`${certificateVersions.snapshot} ->> 'name'`,
      is_revoked: sql<boolean>`${certificateVersions.snapshot} ->> 'revoked_at' is not null`,
    })
    .from(certificateVersions)
    .where(and(eq(certificateVersions.certificate_id, id), lte(certificateVersions.at, at)))
    .orderBy(desc(certificateVersions.version))
    .limit(1)
  return row
}
