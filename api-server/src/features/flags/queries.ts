import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { flagAlerts, flagHints, flagSolves, flags, flagTries } from '../../db/schema/index.ts'

export type FlagRow = typeof flags.$inferSelect

const solve = and(eq(flagSolves.flag_id, flags.id), isNull(flagSolves.attempt_id))

export const listSecrets = (db: Db, labId: string) =>
  db
    .select()
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))

export async function insertTry(tx: Db, values: typeof flagTries.$inferInsert): Promise<void> {
  await tx.insert(flagTries).values(values)
}

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

/** Number of the lab's required flags that the learner has not solved. */
export async function countOpenFlags(tx: Db, userId: string, labId: string): Promise<number> {
  const [row] = await tx
    .select({ open: sql<number>`count(*)::int` })
    .from(flags)
    .leftJoin(flagSolves, and(solve, eq(flagSolves.user_id, userId)))
    .where(
      and(eq(flags.lab_id, labId), eq(flags.required, true), isNull(flags.archived_at), sql`${flagSolves.id} is null`),
    )
  return row?.open ?? 0
}
