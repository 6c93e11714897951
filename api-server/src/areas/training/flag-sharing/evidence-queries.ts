import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  cloudAccounts,
  deployments,
  flagAlerts,
  flagSolves,
  flagTries,
  sessions,
  users,
} from '../../../db/schema/index.ts'

/** Maximum number of tries shown for each of the two learners. */
const SHOWN_TRIES = 50
const SHOWN_SESSIONS = 20

export async function findPerson(db: Db, id: string) {
  const [row] = await db
    .select({
      username: users.username,
      full_name: users.full_name,
      state: sql<
        'active' | 'inactive' | 'disabled' | 'deleting'
      >`case when ${users.deletion_due_at} is not null then 'deleting' when ${users.disabled_at} is not null then 'disabled' when ${users.activated_at} is null then 'inactive' else 'active' end`,
    })
    .from(users)
    .where(eq(users.id, id))
  if (!row) throw new Error(`There is no account ${id}`)
  return row
}

export async function findEnvironment(db: Db, id: string) {
  const [row] = await db
    .select({
      id: deployments.id,
      state: deployments.state,
      reason: deployments.reason,
      cloud: deployments.cloud,
      account_id: cloudAccounts.account_id,
      running_at: deployments.running_at,
      ended_at: deployments.ended_at,
    })
    .from(deployments)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(eq(deployments.id, id))
  return row ?? null
}

const triesOf = (userId: string, flagId: string): SQL | undefined =>
  and(eq(flagTries.user_id, userId), eq(flagTries.flag_id, flagId))

/** Tries of the flag, latest first: time and success, never the typed value. */
export const listTries = (db: Db, userId: string, flagId: string) =>
  db
    .select({ at: flagTries.at, correct: flagTries.correct, late: flagTries.late })
    .from(flagTries)
    .where(triesOf(userId, flagId))
    .orderBy(desc(flagTries.at), desc(flagTries.id))
    .limit(SHOWN_TRIES)

export const countTries = (db: Db, userId: string, flagId: string) => db.$count(flagTries, triesOf(userId, flagId))

/** Time of the first solve, in a lab or in any attempt. */
export async function findSolved(db: Db, userId: string, flagId: string): Promise<Date | null> {
  const [row] = await db
    .select({ solved_at: sql<Date | null>`min(${flagSolves.solved_at})`.mapWith(flagSolves.solved_at) })
    .from(flagSolves)
    .where(and(eq(flagSolves.user_id, userId), eq(flagSolves.flag_id, flagId)))
  return row?.solved_at ?? null
}

/** Devices that were signed in at a given time. Excludes sessions of administrators viewing as the learner. */
export const listSessionsAt = (db: Db, userId: string, at: Date) =>
  db
    .select({
      address: sessions.address,
      user_agent: sessions.user_agent,
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        isNull(sessions.see_as_by),
        sql`${sessions.created_at} <= ${at.toISOString()}::timestamptz`,
        sql`coalesce(${sessions.ended_at}, ${sessions.expires_at}) >= ${at.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(sessions.last_used_at))
    .limit(SHOWN_SESSIONS)

/** Number of other alerts in which the account has the same role. */
export const countOtherAlerts = (db: Db, side: 'user_id' | 'owner_id', userId: string, alertId: string) =>
  db.$count(flagAlerts, and(eq(flagAlerts[side], userId), ne(flagAlerts.id, alertId)))
