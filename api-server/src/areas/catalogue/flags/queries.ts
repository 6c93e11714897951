import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import {
  FINDABLE_DAYS,
  flagAlerts,
  flagHints,
  flagSolves,
  flags,
  flagTries,
  plantedFlags,
} from '../../../db/schema/index.ts'
import { contentWrites } from '../../../db/upsert.ts'
import {
  type Attempts,
  type CallAttempts,
  type CallLimits,
  countingAttempts,
  countingCall,
  windowOf,
} from '../../../limits/queries.ts'

export type FlagRow = typeof flags.$inferSelect

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

/** Records a submitted value, right or wrong. Wrong values in labs are recorded by `countAttempt`. */
export const recordTry = (tx: Db, values: typeof flagTries.$inferInsert) => tx.insert(flagTries).values(values)

/** Limit on one account's attempts per flag. A value that is compared with several flags is an attempt on each of them. */
interface FlagLimit {
  keys: string[]
  max: number
  seconds: number
  now: Date
}

interface WrongTry {
  flag_id: string
  user_id: string
  deployment_id: string | null
  value: string
  /** Set if the value may be another learner's dynamic flag: its fingerprint, and the flags that it may belong to. */
  suspect: { fingerprint: string; flagIds: string[] } | null
}

/** Attempts counted for a call and for its flag (the highest count if there are several flags). A call over its own limits is not counted for the flags. */
interface FlagCallAttempts extends CallAttempts {
  flag: Attempts | null
  /** The recorded wrong try, if any: its flag, and the account's number of wrong tries on that flag. */
  wrong: { flag_id: string; tries: number } | null
}

/**
 * Counts a call and its attempt on a flag, records a wrong try while both are within their limits, and counts the account's tries,
 * all in one statement. A value from another learner's environment is recorded for that flag and raises an alert. The statement does
 * the same work for attempts over a limit, so that the duration of a refusal does not reveal whether the value was right.
 */
export async function countAttempt(
  db: Db,
  call: CallLimits,
  { keys, max, seconds, now }: FlagLimit,
  wrong: WrongTry | null,
): Promise<FlagCallAttempts> {
  const flagUntil = windowOf(now, seconds).until
  // Sorted to avoid deadlocks.
  const [row] = await attempt(db).execute({
    ...call,
    keys: keys.toSorted().join(','),
    max,
    flagUntil,
    ...(wrong ?? none),
    fingerprint: wrong?.suspect?.fingerprint ?? null,
    suspected: wrong?.suspect?.flagIds.join(',') ?? null,
  })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

const none = { flag_id: null, user_id: null, deployment_id: null, value: null }

const attempt = prepared((db) => {
  const { account, address, within, columns } = countingCall(db)
  const keys = sql`unnest(string_to_array(${sql.placeholder('keys')}::text, ',')) with ordinality as k(key, place)`
  const counted = sql`k.key, 1, ${sql.placeholder('flagUntil')}::timestamptz`
  const eachFlag = db
    .$with('each_flag')
    .as(countingAttempts(db, sql`select ${counted} from ${keys}, ${within} order by k.place`))
  const flagAttempts = db
    .$with('flag_attempts')
    .as(
      db
        .select({ count: eachFlag.count, resetsAt: eachFlag.resetsAt })
        .from(eachFlag)
        .orderBy(desc(eachFlag.count))
        .limit(1),
    )
  const user = sql`${sql.placeholder('user_id')}::uuid`
  const flag = sql`${sql.placeholder('flag_id')}::uuid`
  const deployment = sql`${sql.placeholder('deployment_id')}::uuid`
  const isRecorded = sql`${lte(flagAttempts.count, sql.placeholder('max'))} and ${flag} is not null`
  const leaked = db.$with('leaked').as(
    db
      .select({
        leaked_flag: sql`${plantedFlags.flag_id}`.as('leaked_flag'),
        owner: sql`${plantedFlags.user_id}`.as('owner'),
        run: sql`${plantedFlags.deployment_id}`.as('run'),
      })
      .from(plantedFlags)
      .where(
        and(
          eq(plantedFlags.fingerprint, sql`${sql.placeholder('fingerprint')}::text`),
          sql`${plantedFlags.flag_id} = any(string_to_array(${sql.placeholder('suspected')}::text, ',')::uuid[])`,
          ne(plantedFlags.user_id, user),
          sql`${plantedFlags.planted_at} > now() - make_interval(days => ${sql.raw(String(FINDABLE_DAYS))})`,
        ),
      )
      .orderBy(desc(plantedFlags.planted_at))
      .limit(1),
  )
  const recorded = db.$with('recorded').as(
    db
      .insert(flagTries)
      .select(
        sql`select gen_random_uuid(), coalesce(leaked_flag, ${flag}), ${user}, null::uuid, ${deployment}, ${sql.placeholder('value')}::text, false, false, now()
          from ${flagAttempts} left join ${leaked} on true where ${isRecorded}`,
      )
      .returning({ recorded_flag: flagTries.flag_id }),
  )
  const alert = db.$with('alert').as(
    db
      .insert(flagAlerts)
      .select(
        sql`select gen_random_uuid(), leaked_flag, ${user}, owner, ${deployment}, run, null::uuid, now(), 'open', null::timestamptz, null::text, null::uuid, 1
          from ${flagAttempts}, ${leaked} where ${isRecorded}`,
      )
      .returning({ id: flagAlerts.id }),
  )
  return db
    .with(account, address, eachFlag, flagAttempts, leaked, recorded, alert)
    .select({
      ...columns,
      flag: { count: flagAttempts.count, resetsAt: flagAttempts.resetsAt },
      wrong: sql<FlagCallAttempts['wrong']>`case when ${recorded.recorded_flag} is not null
        then json_build_object('flag_id', ${recorded.recorded_flag}, 'tries', count_wrong_tries(${user}, ${recorded.recorded_flag})) end`,
    })
    .from(account)
    .leftJoin(address, sql`true`)
    .leftJoin(flagAttempts, sql`true`)
    .leftJoin(recorded, sql`true`)
    .prepare('take_flag_attempt')
})

/** Records a solved flag with its points. Of concurrent correct answers, only one returns true. */
export async function recordSolve(tx: Db, values: typeof flagSolves.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(flagSolves).values(values).onConflictDoNothing().returning({ id: flagSolves.id })
  return rows.length > 0
}

/** Records that a learner submitted another learner's flag. Support decides what it means. */
export const raiseAlert = (tx: Db, values: typeof flagAlerts.$inferInsert) => tx.insert(flagAlerts).values(values)

/** Decides an open alert at this version. Returns false if it was decided in the meantime. */
export async function decideAlert(
  tx: Db,
  id: string,
  version: number,
  decision: { state: 'dismissed' | 'confirmed'; resolution: string; resolved_by: string },
): Promise<boolean> {
  const rows = await tx
    .update(flagAlerts)
    .set({ ...decision, resolved_at: sql`now()`, version: sql`${flagAlerts.version} + 1` })
    .where(and(eq(flagAlerts.id, id), eq(flagAlerts.version, version), eq(flagAlerts.state, 'open')))
    .returning({ id: flagAlerts.id })
  return rows.length > 0
}

/** Points that the learner paid for the flag's hint; 0 if they did not take it. */
export async function findHintCost(db: Db, userId: string, flagId: string): Promise<number> {
  const [row] = await db
    .select({ cost: flagHints.cost })
    .from(flagHints)
    .where(and(eq(flagHints.flag_id, flagId), eq(flagHints.user_id, userId)))
  return row?.cost ?? 0
}

/** Records a hint with its cost. Of concurrent calls, only one returns true. */
export async function recordHint(tx: Db, values: typeof flagHints.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(flagHints).values(values).onConflictDoNothing().returning({ id: flagHints.flag_id })
  return rows.length > 0
}

/** Number of the lab's required flags that the learner has not solved. `required` overrides the current requirements. */
export async function countOpenFlags(
  tx: Db,
  userId: string,
  labId: string,
  required: string[] | null = null,
): Promise<number> {
  const asked = required ? inArray(flags.id, required) : and(eq(flags.required, true), isNull(flags.archived_at))
  const [row] = await tx
    .select({ open: sql<number>`count(*)::int` })
    .from(flags)
    .leftJoin(flagSolves, and(solve, eq(flagSolves.user_id, userId)))
    .where(and(eq(flags.lab_id, labId), asked, sql`${flagSolves.id} is null`))
  return row?.open ?? 0
}

/** Writes of authors and the content import (contentWrites in db/upsert.ts). */
export const flagContent = contentWrites(flags)

export async function insertDeployedFlags(tx: Db, rows: (typeof plantedFlags.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(plantedFlags).values(rows).onConflictDoNothing()
}

/** Finds the other account in whose environment a value was deployed. One index lookup, regardless of the number of environments. */
export async function findDeployedFlag(db: Db, value: { fingerprint: string; flagIds: string[]; userId: string }) {
  const [row] = await db
    .select({
      flag_id: plantedFlags.flag_id,
      user_id: plantedFlags.user_id,
      deployment_id: plantedFlags.deployment_id,
    })
    .from(plantedFlags)
    .where(
      and(
        eq(plantedFlags.fingerprint, value.fingerprint),
        inArray(plantedFlags.flag_id, value.flagIds),
        ne(plantedFlags.user_id, value.userId),
        sql`${plantedFlags.planted_at} > now() - make_interval(days => ${FINDABLE_DAYS}::int)`,
      ),
    )
    .orderBy(desc(plantedFlags.planted_at))
    .limit(1)
  return row
}
