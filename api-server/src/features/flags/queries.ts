import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { flagAlerts, flagHints, flagSolves, flags, flagTries } from '../../db/schema/index.ts'
import { type Attempts, countingAttempt, windowOf } from '../../limits/queries.ts'

export type FlagRow = typeof flags.$inferSelect

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

export async function insertTry(tx: Db, values: typeof flagTries.$inferInsert): Promise<void> {
  await tx.insert(flagTries).values(values)
}

/** Attempts on one flag by one account. */
export interface FlagLimit {
  key: string
  max: number
  seconds: number
  now: Date
}

/** A value that is wrong, and nothing else than that has to be done about it. */
export interface WrongTry {
  flag_id: string
  user_id: string
  deployment_id: string | null
  value: string
}

/**
 * Counts an attempt and, while it is within the limit, keeps a wrong try and counts those of the account, in one statement. It does the same for any
 * attempt over the limit: how long a refusal takes does not tell whether the value was right.
 */
export async function takeAttempt(
  db: Db,
  { key, max, seconds, now }: FlagLimit,
  wrong: WrongTry | null,
): Promise<Attempts & { wrongTries: number | null }> {
  const none = { flag_id: null, user_id: null, deployment_id: null, value: null }
  const [row] = await attempt(db).execute({ key, max, ...windowOf(now, seconds), ...(wrong ?? none) })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

const attempt = prepared((db) => {
  const counted = db.$with('attempt').as(countingAttempt(db))
  const user = sql`${sql.placeholder('user_id')}::uuid`
  const flag = sql`${sql.placeholder('flag_id')}::uuid`
  const deployment = sql`${sql.placeholder('deployment_id')}::uuid`
  const kept = db.$with('kept').as(
    db
      .insert(flagTries)
      .select(
        sql`select gen_random_uuid(), ${flag}, ${user}, null::uuid, ${deployment}, ${sql.placeholder('value')}::text, false, now()
          from ${counted} where ${lte(counted.count, sql.placeholder('max'))} and ${flag} is not null`,
      )
      .returning({ id: flagTries.id }),
  )
  return db
    .with(counted, kept)
    .select({
      count: counted.count,
      resetsAt: counted.resetsAt,
      wrongTries: sql<number | null>`case when ${kept.id} is not null then count_wrong_tries(${user}, ${flag}) end`,
    })
    .from(counted)
    .leftJoin(kept, sql`true`)
    .prepare('take_flag_attempt')
})

/** Inserts a solve; of concurrent correct answers, one does. */
export async function insertSolve(tx: Db, values: typeof flagSolves.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(flagSolves).values(values).onConflictDoNothing().returning({ id: flagSolves.id })
  return rows.length > 0
}

export async function insertAlert(tx: Db, values: typeof flagAlerts.$inferInsert): Promise<void> {
  await tx.insert(flagAlerts).values(values)
}

export async function findHintCost(db: Db, userId: string, flagId: string): Promise<number> {
  const [row] = await db
    .select({ cost: flagHints.cost })
    .from(flagHints)
    .where(and(eq(flagHints.flag_id, flagId), eq(flagHints.user_id, userId)))
  return row?.cost ?? 0
}

/** Number of the lab's required flags that the learner has not solved; `required` names them where they are others than now. */
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
