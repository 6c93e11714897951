import type { Output } from '@flagyard/api-types/contract/operation'
import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import {
  cloudAccounts,
  conductCases,
  deployments,
  examAttempts,
  exams,
  flagAlerts,
  flagSolves,
  flags,
  flagTries,
  labs,
  sessions,
  users,
} from '../../../db/schema/index.ts'
import { columnsOf, hasId } from '../../../db/sql.ts'
import { accountIdOf } from '../../platform/auth/index.ts'

const owners = alias(users, 'owners')
const resolvers = alias(users, 'resolvers')

const columns = {
  ...columnsOf(flagAlerts, 'id', 'state'),
  username: users.username,
  owner: sql<string>`${owners.username}`,
  flag: flags.title,
  lab: labs.slug,
  exam: exams.slug,
  ...columnsOf(flagAlerts, 'at', 'resolved_at', 'version'),
}

const selectAlerts = <C extends object>(db: Db, more: C) =>
  db
    .select({ ...columns, ...more })
    .from(flagAlerts)
    .innerJoin(flags, eq(flags.id, flagAlerts.flag_id))
    .innerJoin(users, eq(users.id, flagAlerts.user_id))
    .innerJoin(owners, eq(owners.id, flagAlerts.owner_id))
    .leftJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(exams, eq(exams.id, flags.exam_id))

/** Alerts about flags of other learners that were submitted in labs and exams. */
export const alertSource = {
  table: flagAlerts,
  id: sql`${flagAlerts.id}::text`,
  where: matching,
  keys: { at: [sql`${flagAlerts.at}`, sql`${flagAlerts.id}`] },
  read: (db, slice) => sliceOf(selectAlerts(db, slice.cursor), slice),
} satisfies ListSourceOf<'listFlagAlerts'>

function matching({ id, state, username, lab, exam, since, until }: Output<'flagAlertFilter'>): SQL | undefined {
  const userId = accountIdOf(username ?? '')
  const flagsOf = (column: SQL, owner: SQL) =>
    sql`${flagAlerts.flag_id} in (select f.id from ${flags} f where ${column} = ${owner})`
  return and(
    id && isAmongUuids(flagAlerts.id, id),
    state && eq(flagAlerts.state, state),
    username === undefined ? undefined : sql`(${flagAlerts.user_id} = ${userId} or ${flagAlerts.owner_id} = ${userId})`,
    lab === undefined ? undefined : flagsOf(sql`f.lab_id`, sql`(select l.id from ${labs} l where l.slug = ${lab})`),
    exam === undefined ? undefined : flagsOf(sql`f.exam_id`, sql`(select e.id from ${exams} e where e.slug = ${exam})`),
    since === undefined ? undefined : sql`${flagAlerts.at} >= ${since}::timestamptz`,
    until === undefined ? undefined : sql`${flagAlerts.at} < ${until}::timestamptz`,
  )
}

export async function findAlert(db: Db, id: string) {
  const [row] = await selectAlerts(db, {
    ...columnsOf(flagAlerts, 'flag_id', 'user_id', 'owner_id', 'deployment_id', 'owner_deployment_id', 'attempt_id'),
    attempt_number: examAttempts.number,
    has_conduct_case: sql<boolean>`exists (select 1 from ${conductCases} where ${conductCases.attempt_id} = ${flagAlerts.attempt_id})`,
    resolution: flagAlerts.resolution,
    resolved_by: sql<string | null>`${resolvers.username}`,
  })
    .leftJoin(examAttempts, eq(examAttempts.id, flagAlerts.attempt_id))
    .leftJoin(resolvers, eq(resolvers.id, flagAlerts.resolved_by))
    .where(hasId(flagAlerts.id, id))
  return row
}

export type FoundAlert = NonNullable<Awaited<ReturnType<typeof findAlert>>>

/** Maximum number of tries shown for each of the two learners. */
const SHOWN_TRIES = 50
const SHOWN_SESSIONS = 20

export async function findPerson(db: Db, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(users, 'username', 'full_name'),
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
      ...columnsOf(deployments, 'id', 'state', 'reason', 'cloud'),
      account_id: cloudAccounts.account_id,
      ...columnsOf(deployments, 'running_at', 'ended_at'),
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
      ...columnsOf(sessions, 'address', 'user_agent', 'created_at', 'last_used_at'),
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
