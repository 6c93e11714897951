import type { LogLine, ShellState } from '@flagyard/cloud-simulator'
import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  cloudAccounts,
  defenseAnswers,
  deployments,
  examAttempts,
  labAccess,
  labSnapshots,
  missingCommands,
  shellLog,
  shells,
} from '../../../db/schema/index.ts'
import { columnsOf, firstRow, hasId } from '../../../db/sql.ts'

type ShellRow = typeof shells.$inferSelect

const place = {
  deployment: deployments,
  account: { account_id: cloudAccounts.account_id, region: cloudAccounts.region },
  attempt_state: examAttempts.state,
  extra_data: labAccess.extra_data,
  lab: labSnapshots.lab,
}

const places = (db: Db) =>
  db
    .select(place)
    .from(deployments)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .leftJoin(examAttempts, eq(examAttempts.id, deployments.attempt_id))
    .leftJoin(labAccess, and(eq(labAccess.user_id, deployments.user_id), eq(labAccess.lab_id, deployments.lab_id)))
    .leftJoin(labSnapshots, eq(labSnapshots.id, deployments.snapshot_id))

const placeOf = (db: Db, userId: string, id: string) =>
  places(db).where(and(hasId(deployments.id, id), eq(deployments.user_id, userId)))

export type Place = Awaited<ReturnType<typeof placeOf>>[number]

/** The learner's own environment, with the data for its shell. */
export const findPlace = (db: Db, userId: string, id: string): Promise<Place | undefined> =>
  firstRow(placeOf(db, userId, id))

/** Environment of any learner, with the data of its account. For the simulated cloud console, which does not know our users. */
export const findPlaceOf = (db: Db, deploymentId: string): Promise<Place | undefined> =>
  firstRow(places(db).where(hasId(deployments.id, deploymentId)))

/** Same as `findPlace`, but prevents the environment from ending before the transaction does. */
export const lockPlace = (tx: Db, userId: string, id: string): Promise<Place | undefined> =>
  firstRow(placeOf(tx, userId, id).for('share', { of: deployments }))

export const findShell = (db: Db, deploymentId: string): Promise<ShellRow | undefined> =>
  firstRow(db.select().from(shells).where(eq(shells.deployment_id, deploymentId)))

/** Saves the shell after a line and increments its line count. Returns false if another line was saved since `lines` was read. */
export async function saveShell(tx: Db, deploymentId: string, state: ShellState, lines: number): Promise<boolean> {
  const saved = await tx
    .insert(shells)
    .values({ deployment_id: deploymentId, state, lines: 1 })
    .onConflictDoUpdate({
      target: shells.deployment_id,
      set: { state, lines: sql`${shells.lines} + 1`, updated_at: sql`now()` },
      setWhere: eq(shells.lines, lines),
    })
    .returning({ lines: shells.lines })
  return saved.length > 0
}

export async function insertLog(tx: Db, deploymentId: string, log: LogLine[]): Promise<void> {
  if (log.length === 0) return
  await tx
    .insert(shellLog)
    .values(log.map(({ id, at, ...line }) => ({ ...line, deployment_id: deploymentId, line_id: id, at: new Date(at) })))
}

/** Deletes the oldest lines beyond the newest `keep`. */
export async function trimLog(tx: Db, deploymentId: string, keep: number): Promise<void> {
  const oldestKept = tx
    .select({ id: shellLog.id })
    .from(shellLog)
    .where(eq(shellLog.deployment_id, deploymentId))
    .orderBy(desc(shellLog.id))
    .offset(keep - 1)
    .limit(1)
  await tx.delete(shellLog).where(and(eq(shellLog.deployment_id, deploymentId), lt(shellLog.id, sql`(${oldestKept})`)))
}

/** Newest lines of the log, oldest first, in the format of the simulation. */
export async function listLog(db: Db, deploymentId: string, most: number): Promise<LogLine[]> {
  const rows = await db
    .select()
    .from(shellLog)
    .where(eq(shellLog.deployment_id, deploymentId))
    .orderBy(desc(shellLog.id))
    .limit(most)
  return rows.reverse().map(({ id: _, deployment_id: __, line_id, at, ...line }) => ({
    ...line,
    id: line_id,
    at: `${at.toISOString().slice(0, 19)}Z`,
  }))
}

/** Maximum number of different commands counted per lab. */
const MAX_MISSING = 500

/** Sorted, so that two concurrent lines do not deadlock. */
export async function countMissing(tx: Db, labId: string, commands: string[]): Promise<void> {
  for (const command of [...new Set(commands)].sort()) {
    const all = tx.$count(missingCommands, eq(missingCommands.lab_id, labId))
    const known = tx
      .select({ one: sql`1` })
      .from(missingCommands)
      .where(and(eq(missingCommands.lab_id, labId), eq(missingCommands.command, command)))
    await tx
      .insert(missingCommands)
      .select(
        sql`select ${labId}::uuid, ${command}::text, 1, now() where (${all}) < ${MAX_MISSING} or exists (${known})`,
      )
      .onConflictDoUpdate({
        target: [missingCommands.lab_id, missingCommands.command],
        set: { count: sql`${missingCommands.count} + 1`, last_at: sql`now()` },
      })
  }
}

export const listMissing = (db: Db, labId: string) =>
  db
    .select({ command: missingCommands.command, count: missingCommands.count, last_at: missingCommands.last_at })
    .from(missingCommands)
    .where(eq(missingCommands.lab_id, labId))
    .orderBy(desc(missingCommands.count), asc(missingCommands.command))
    .limit(200)

export async function deleteEndedShells(db: Db, most: number): Promise<number> {
  const ended = db
    .select({ id: shells.deployment_id })
    .from(shells)
    .innerJoin(deployments, eq(deployments.id, shells.deployment_id))
    .where(inArray(deployments.state, ['ending', 'ended']))
    .limit(most)
  return (await db.delete(shells).where(inArray(shells.deployment_id, ended)).returning({ one: sql`1` })).length
}

const seen = {
  id: shellLog.line_id,
  ...columnsOf(shellLog, 'at', 'identity', 'action', 'resource', 'source_ip', 'error'),
}
/** Log lines that a defender could have seen, from all of the learner's runs of a lab: the newest lines, oldest first. */
export async function listSeenLines(db: Db, userId: string, labId: string, most: number) {
  const rows = await db
    .select(seen)
    .from(shellLog)
    .innerJoin(deployments, eq(deployments.id, shellLog.deployment_id))
    .where(
      and(
        eq(deployments.user_id, userId),
        eq(deployments.lab_id, labId),
        isNull(deployments.test),
        eq(shellLog.kept, true),
      ),
    )
    .orderBy(desc(shellLog.id))
    .limit(most)
  return rows.reverse()
}

export async function findAnswer(db: Db, userId: string, labId: string) {
  const [row] = await db
    .select()
    .from(defenseAnswers)
    .where(and(eq(defenseAnswers.user_id, userId), eq(defenseAnswers.lab_id, labId)))
  return row
}

/** Saves the answer, unless the saved one is already right. */
export async function saveAnswer(
  db: Db,
  answer: Pick<
    typeof defenseAnswers.$inferInsert,
    'user_id' | 'lab_id' | 'line_id' | 'rule' | 'line_right' | 'rule_right'
  >,
): Promise<void> {
  const { line_id, rule, line_right, rule_right } = answer
  await db
    .insert(defenseAnswers)
    .values(answer)
    .onConflictDoUpdate({
      target: [defenseAnswers.user_id, defenseAnswers.lab_id],
      set: { line_id, rule, line_right, rule_right, tries: sql`${defenseAnswers.tries} + 1`, at: sql`now()` },
      setWhere: sql`not (${defenseAnswers.line_right} and ${defenseAnswers.rule_right})`,
    })
}
