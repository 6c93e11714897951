import { and, arrayContains, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { alarmRoster, users } from '../../../db/schema/index.ts'
import { isAdministrator } from '../../platform/auth/account-sql.ts'

/** Administrators who can act now. Excludes those who are disabled, demoted or leaving. */
export const canBeCalled = and(
  isAdministrator,
  isNotNull(users.activated_at),
  isNull(users.disabled_at),
  isNull(users.deletion_due_at),
  sql`cardinality(${users.capabilities}) > 0`,
)

const person = { id: users.id, username: users.username, full_name: users.full_name, email: users.email }
const hours = { time_zone: users.time_zone, from_hour: alarmRoster.from_hour, until_hour: alarmRoster.until_hour }

/** The on-call roster in order, and all owners. Only people who can be called. */
export async function listCallable(db: Db) {
  const roster = await db
    .select({ ...person, ...hours })
    .from(alarmRoster)
    .innerJoin(users, eq(users.id, alarmRoster.user_id))
    .where(canBeCalled)
    .orderBy(asc(alarmRoster.position))
  const owners = await db
    .select(person)
    .from(users)
    .where(and(canBeCalled, arrayContains(users.capabilities, ['owner'])))
    .orderBy(asc(users.username))
    .limit(50)
  return { roster, owners }
}

/** The whole roster, including people who cannot be called at the moment. */
export const listRoster = (db: Db) =>
  db
    .select({ ...person, ...hours, can_be_called: sql<boolean>`coalesce(${canBeCalled}, false)` })
    .from(alarmRoster)
    .innerJoin(users, eq(users.id, alarmRoster.user_id))
    .orderBy(asc(alarmRoster.position))

export const listCandidates = (db: Db) =>
  db
    .select({ id: users.id, username: users.username, full_name: users.full_name, time_zone: users.time_zone })
    .from(users)
    .where(canBeCalled)
    .orderBy(asc(users.full_name), asc(users.username))
    .limit(200)

export async function replaceRoster(tx: Db, entries: (typeof alarmRoster.$inferInsert)[]): Promise<void> {
  await tx.delete(alarmRoster)
  if (entries.length > 0) await tx.insert(alarmRoster).values(entries)
}
