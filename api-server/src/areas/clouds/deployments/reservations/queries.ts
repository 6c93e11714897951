import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type CloudName, groupMembers, groupReservations, users } from '../../../../db/schema/index.ts'
import { columnsOf, hasId, oneRow } from '../../../../db/sql.ts'
import { ApiError } from '../../../../errors.ts'

export type GroupRow = typeof groupReservations.$inferSelect

const selectGroups = (db: Db) =>
  db
    .select({
      ...columnsOf(groupReservations, 'id', 'name', 'cloud', 'accounts', 'from_at', 'until_at'),
      created_by: users.username,
      ...columnsOf(groupReservations, 'created_at', 'cancelled_at', 'version'),
      members: sql<string[]>`coalesce((select jsonb_agg(u.username order by u.username) from ${groupMembers} m
        join users u on u.id = m.user_id where m.reservation_id = ${groupReservations.id}), '[]'::jsonb)`,
    })
    .from(groupReservations)
    .leftJoin(users, eq(users.id, groupReservations.created_by))

/** Maximum number of group reservations in the list. */
const MAX_GROUPS = 200

/** Reservations that are neither over nor cancelled; earliest start first. */
export const listOpenGroups = (db: Db) =>
  selectGroups(db)
    .where(and(isNull(groupReservations.cancelled_at), gt(groupReservations.until_at, sql`now()`)))
    .orderBy(asc(groupReservations.from_at), asc(groupReservations.id))
    .limit(MAX_GROUPS)

export const findGroup = (db: Db, id: string) =>
  oneRow(selectGroups(db).where(hasId(groupReservations.id, id)), groupNotFound)

export const lockGroup = (tx: Db, id: string): Promise<GroupRow> =>
  oneRow(tx.select().from(groupReservations).where(hasId(groupReservations.id, id)).for('update'), groupNotFound)

const groupNotFound = () => new ApiError('not_found', 'There is no such reservation.')

export const insertGroup = (tx: Db, values: typeof groupReservations.$inferInsert): Promise<GroupRow> =>
  oneRow(tx.insert(groupReservations).values(values).returning())

export async function updateGroup(tx: Db, id: string, set: Partial<GroupRow>): Promise<void> {
  await tx
    .update(groupReservations)
    .set({ ...set, version: sql`${groupReservations.version} + 1` })
    .where(eq(groupReservations.id, id))
}

export async function cancelGroup(tx: Db, id: string): Promise<void> {
  await tx
    .update(groupReservations)
    .set({ cancelled_at: sql`now()`, version: sql`${groupReservations.version} + 1` })
    .where(eq(groupReservations.id, id))
}

export async function saveMembers(tx: Db, id: string, userIds: string[]): Promise<void> {
  await tx.delete(groupMembers).where(eq(groupMembers.reservation_id, id))
  if (userIds.length > 0)
    await tx.insert(groupMembers).values(userIds.map((user_id) => ({ reservation_id: id, user_id })))
}

export async function listNotDisabled(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.disabled_at)))
  return rows.map(({ id }) => id)
}

/** Names of the other reservations at a moment. */
export const listGroupsAt = (db: Db, cloud: CloudName, at: Date, without: string) =>
  db
    .select({ name: groupReservations.name, accounts: groupReservations.accounts })
    .from(groupReservations)
    .where(
      and(
        eq(groupReservations.cloud, cloud),
        isNull(groupReservations.cancelled_at),
        ne(groupReservations.id, without),
        sql`${groupReservations.from_at} <= ${at.toISOString()}::timestamptz`,
        sql`${groupReservations.until_at} > ${at.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(groupReservations.name))
