import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import {
  conductCases,
  examAttempts,
  examLedger,
  extraPoints,
  flagSolves,
  flags,
  flagTries,
  type LedgerKind,
  type RunFlag,
  users,
} from '../../../../db/schema/index.ts'
import { firstRow, oneRow } from '../../../../db/sql.ts'
import { ApiError } from '../../../../errors.ts'
import { type Booked, findExamSnapshot } from '../../../catalogue/exams/index.ts'
import { toRunFlag } from '../../../catalogue/flags/index.ts'
import { isUnderReview } from '../sql.ts'
import { type ExamClock, readClock } from './exam-clock.ts'
import { type AttemptEvent, attemptTransitions } from './transitions.ts'

export type AttemptRow = typeof examAttempts.$inferSelect

export interface NewRow {
  kind: LedgerKind
  from_at: Date
  until_at?: Date
  seconds?: number
  points?: number
  reason?: string
  actor_id?: string
  /** Incident that caused the row. For stops and resumes, also the round. */
  incident_id?: string
  incident_round?: number
}

export const listAttempts = (db: Db, userId: string, examId: string): Promise<AttemptRow[]> =>
  db
    .select()
    .from(examAttempts)
    .where(and(eq(examAttempts.user_id, userId), eq(examAttempts.exam_id, examId)))
    .orderBy(desc(examAttempts.number))

export const findAttempt = (db: Db, id: string): Promise<AttemptRow | undefined> =>
  firstRow(db.select().from(examAttempts).where(eq(examAttempts.id, id)))

/** Locks the attempt until the transaction ends. Required before any change to an attempt or its ledger. */
export const lockAttempt = (tx: Db, id: string): Promise<AttemptRow> =>
  oneRow(tx.select().from(examAttempts).where(eq(examAttempts.id, id)).for('no key update'))

/** Same, but fails if the attempt has changed since the caller saw this version. */
export async function lockUnchanged(tx: Db, id: string, version: number): Promise<AttemptRow> {
  const attempt = await lockAttempt(tx, id)
  if (attempt.version !== version)
    throw new ApiError('stale_version', 'This attempt has just changed. Please reload and look at it again.')
  return attempt
}

/** Inserts a bookable attempt. Undefined if a concurrent request inserted it first. */
export const insertAttempt = (
  tx: Db,
  values: Pick<AttemptRow, 'user_id' | 'exam_id' | 'entitlement_id' | 'number'>,
): Promise<AttemptRow | undefined> => firstRow(tx.insert(examAttempts).values(values).onConflictDoNothing().returning())

/**
 * Applies one transition as a conditional update; undefined if the attempt is not in a start state of the event. This is the only statement that
 * writes `state`.
 */
export async function transitionAttempt(
  tx: Db,
  id: string,
  event: AttemptEvent,
  set: Partial<AttemptRow> = {},
): Promise<AttemptRow | undefined> {
  const { from, to } = attemptTransitions[event]
  const [row] = await tx
    .update(examAttempts)
    .set({ ...set, state: to, version: sql`${examAttempts.version} + 1` })
    .where(and(eq(examAttempts.id, id), inArray(examAttempts.state, [...from])))
    .returning()
  return row
}

export async function updateAttempt(tx: Db, id: string, set: Partial<AttemptRow>): Promise<void> {
  await tx
    .update(examAttempts)
    .set({ ...set, version: sql`${examAttempts.version} + 1` })
    .where(eq(examAttempts.id, id))
}

/** Sets from when the learner can take a passed exam again, to renew its certificate. Null if it does not expire. */
export async function setRenewableFrom(
  tx: Db,
  { user_id, exam_id }: Pick<AttemptRow, 'user_id' | 'exam_id'>,
  renewable_from: Date | null,
): Promise<void> {
  await tx
    .update(examAttempts)
    .set({ renewable_from })
    .where(and(eq(examAttempts.user_id, user_id), eq(examAttempts.exam_id, exam_id), eq(examAttempts.state, 'passed')))
}

export const listLedger = (db: Db, attemptId: string) =>
  db.select().from(examLedger).where(eq(examLedger.attempt_id, attemptId)).orderBy(asc(examLedger.position))

export const findClock = async (db: Db, attemptId: string): Promise<ExamClock> =>
  readClock(await listLedger(db, attemptId))

/** Appends rows to the ledger and updates the clock columns derived from it, which other statements compare with. */
export async function appendToLedger(tx: Db, attemptId: string, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.insert(examLedger).values(rows.map((row) => ({ ...row, attempt_id: attemptId })))
  const { started_at, ends_at, stopped_at } = await findClock(tx, attemptId)
  await updateAttempt(tx, attemptId, { started_at, active_until: ends_at, clock_stopped_at: stopped_at })
}

/** Points of an attempt: solved flags with regrades, and approved extra points; and whether anything is undecided. */
export async function findScore(db: Db, attemptId: string) {
  const sumOf = (rows: SQL) => sql<number>`coalesce((select sum(points) from ${rows}), 0)::int`
  const isThere = (rows: SQL) => sql<boolean>`exists (select 1 from ${rows})`
  const mine = sql`attempt_id = ${attemptId}::uuid`
  const row = await oneRow(
    db
      .select({
        solved: sumOf(sql`${flagSolves} where ${mine}`),
        regraded: sumOf(sql`${examLedger} where ${mine} and kind = 'regrade'`),
        extra_points: sumOf(sql`${extraPoints} where ${mine} and state = 'approved'`),
        has_pending_points: isThere(sql`${extraPoints} where ${mine} and state = 'pending'`),
        is_under_review: isThere(sql`${conductCases} where ${mine} and state = 'open'`),
      })
      .from(sql`(select 1) as unused`),
  )
  const { solved, regraded, ...score } = row
  return { points: solved + regraded, ...score }
}

export async function isCandidateDisabled(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabled_at)))
  return rows.length > 0
}

/** The learner's attempts with an open conduct case. */
export async function listReviewed(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(and(eq(examAttempts.user_id, userId), isUnderReview))
  return rows.map(({ id }) => id)
}

export interface AttemptFlag extends RunFlag {
  solved_at: Date | null
  solved_points: number | null
  credited_at: Date | null
  wrong_tries: number
}

/**
 * Flags of an attempt, in order, with the progress on each. They come from the snapshot of the booking. Building, grading and display must all use
 * this function. The rows contain secrets.
 */
export async function listFlagsOfAttempt(db: Db, attempt: Booked & { id: string }): Promise<AttemptFlag[]> {
  const solved = await listSolves(db, attempt.id)
  const credited = await listCredits(db, attempt.id)
  const wrong = await countWrongTries(db, attempt.id)
  const snapshot = await findExamSnapshot(db, attempt.snapshot_id)
  const flags = snapshot?.flags ?? (await listPresentFlags(db, attempt))
  return flags.map((flag) => ({
    ...flag,
    solved_at: solved.get(flag.id)?.solved_at ?? null,
    solved_points: solved.get(flag.id)?.points ?? null,
    credited_at: credited.get(flag.id) ?? null,
    wrong_tries: wrong.get(flag.id) ?? 0,
  }))
}

/** Solved flags of an attempt, in chronological order, including those of earlier sittings. */
export const listSolved = (db: Db, attemptId: string) =>
  db
    .select({ flag_id: flagSolves.flag_id, solved_at: flagSolves.solved_at, points: flagSolves.points })
    .from(flagSolves)
    .where(eq(flagSolves.attempt_id, attemptId))
    .orderBy(asc(flagSolves.solved_at), asc(flagSolves.id))

const listSolves = async (db: Db, attemptId: string) =>
  new Map((await listSolved(db, attemptId)).map((row) => [row.flag_id, row]))

/** Times at which the points of broken flags were credited. */
async function listCredits(db: Db, attemptId: string) {
  const rows = await db
    .select({ flag_id: examLedger.flag_id, from_at: examLedger.from_at })
    .from(examLedger)
    .where(and(eq(examLedger.attempt_id, attemptId), isNotNull(examLedger.flag_id)))
  return new Map(rows.map((row) => [row.flag_id, row.from_at]))
}

async function countWrongTries(db: Db, attemptId: string) {
  const rows = await db
    .select({ flag_id: flagTries.flag_id, count: sql<number>`count(*)::int` })
    .from(flagTries)
    .where(and(eq(flagTries.attempt_id, attemptId), eq(flagTries.correct, false), eq(flagTries.late, false)))
    .groupBy(flagTries.flag_id)
  return new Map(rows.map((row) => [row.flag_id, row.count]))
}

/** Current flags, for an attempt whose booking has no snapshot. Includes archived flags that were solved in it. */
async function listPresentFlags(db: Db, { id, exam_id }: Booked & { id: string }): Promise<RunFlag[]> {
  const solved = sql`exists (select from ${flagSolves} where ${flagSolves.flag_id} = ${flags.id} and ${flagSolves.attempt_id} = ${id})`
  const rows = await db
    .select()
    .from(flags)
    .where(and(eq(flags.exam_id, exam_id), or(isNull(flags.archived_at), solved)))
    .orderBy(asc(flags.position), asc(flags.id))
  return rows.map(toRunFlag)
}

export async function listFlagRecords(db: Db, attempt: AttemptRow) {
  const flags = await listFlagsOfAttempt(db, attempt)
  const tries = new Map((await countTries(db, attempt.id)).map((row) => [row.flag_id, row]))
  return flags.map(({ id, title, points, solved_at, solved_points, credited_at }) => {
    const { count = 0, wrong_before = 0, last_try_at = null } = tries.get(id) ?? {}
    return { title, points, solved_at, solved_points, credited_at, tries: count, wrong_before, last_try_at }
  })
}

const countTries = (db: Db, attemptId: string) =>
  db
    .select({
      flag_id: flagTries.flag_id,
      count: sql<number>`count(*)::int`,
      wrong_before: sql<number>`(count(*) filter (where not ${flagTries.correct} and ${flagTries.at} <= ${flagSolves.solved_at}))::int`,
      last_try_at: sql<Date | null>`max(${flagTries.at})`.mapWith(flagTries.at),
    })
    .from(flagTries)
    .leftJoin(
      flagSolves,
      and(eq(flagSolves.flag_id, flagTries.flag_id), eq(flagSolves.attempt_id, flagTries.attempt_id)),
    )
    .where(and(eq(flagTries.attempt_id, attemptId), eq(flagTries.late, false)))
    .groupBy(flagTries.flag_id)

/** Gives candidates whose clock ran at a backup the time since then, after a restore. Returns their number. */
export async function returnLostTime(tx: Db, { from, now }: { from: Date; now: Date }): Promise<number> {
  const seconds = Math.max(0, Math.ceil((now.getTime() - from.getTime()) / 1000))
  const running = await tx
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(and(eq(examAttempts.state, 'active'), isNull(examAttempts.clock_stopped_at)))
  const reason = 'We restored a backup, so you get back the time since then'
  for (const { id } of running)
    await appendToLedger(tx, id, [{ kind: 'incident', from_at: from, until_at: now, seconds, reason }])
  return running.length
}
