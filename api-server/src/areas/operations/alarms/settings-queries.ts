import { and, arrayContains, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { alarmRoster, alarmSettings, users } from '../../../db/schema/index.ts'
import { isAdministrator } from '../../platform/auth/index.ts'

/** Default until an owner changes it. */
const POOL_LOW = { aws: 1, azure: 1, gcp: 1 }

export async function findSettings(db: Db) {
  const [row] = await db
    .select({ pool_low: alarmSettings.pool_low, version: alarmSettings.version })
    .from(alarmSettings)
    .where(eq(alarmSettings.id, 1))
  return row ?? { pool_low: POOL_LOW, version: 0 }
}

/** Saves the next version; false if another administrator was faster. */
export async function saveSettings(
  tx: Db,
  { version, pool_low }: Awaited<ReturnType<typeof findSettings>>,
): Promise<boolean> {
  const saved =
    version === 0
      ? await tx.insert(alarmSettings).values({ pool_low }).onConflictDoNothing().returning({ id: alarmSettings.id })
      : await tx
          .update(alarmSettings)
          .set({ pool_low, version: version + 1, updated_at: sql`now()` })
          .where(and(eq(alarmSettings.id, 1), eq(alarmSettings.version, version)))
          .returning({ id: alarmSettings.id })
  return saved.length > 0
}

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
