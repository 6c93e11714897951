import type { LogLine, Resource, ShellState } from '@flagyard/cloud-simulator'
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { flags, labs, rehearsals } from '../../../db/schema/index.ts'
import { firstRow, oneRow } from '../../../db/sql.ts'

export type RehearsalRow = typeof rehearsals.$inferSelect
const isOn = gt(rehearsals.ends_at, sql`now()`)
/** 1 for a visitor's rehearsal, else null. */
const ofVisitor = sql`case when ${rehearsals.user_id} is null then 1 end`

/** Serialises the start of rehearsals, because each start checks the current numbers first. */
export async function lockBeginning(tx: Db): Promise<void> {
  await tx.select({ locked: sql`pg_advisory_xact_lock(hashtext('rehearsals'))::text` }).from(sql`(select 1) as unused`)
}

/** Number of running rehearsals: in total, of visitors, and of visitors from this network. */
export const countRehearsals = (tx: Db, network: string | null) =>
  oneRow(
    tx
      .select({
        all: count(),
        ofVisitors: count(ofVisitor),
        ofNetwork: count(
          sql`case when ${rehearsals.user_id} is null and ${rehearsals.network} = ${network ?? ''} then 1 end`,
        ),
      })
      .from(rehearsals)
      .where(isOn),
  )

/** Deletes the rehearsal that has been idle the longest, if it has been idle for at least this many minutes. Returns false if there is none. */
export async function deleteIdle(
  tx: Db,
  minutes: number,
  { network, visitorsOnly }: { network?: string; visitorsOnly?: boolean },
): Promise<boolean> {
  const isIdle = lte(rehearsals.used_at, sql`now() - make_interval(mins => ${minutes}::int)`)
  const isOfVisitor = network !== undefined || visitorsOnly ? isNull(rehearsals.user_id) : undefined
  const isOfNetwork = network === undefined ? undefined : eq(rehearsals.network, network)
  return deleteFirst(tx, and(isOn, isIdle, isOfVisitor, isOfNetwork))
}

/** Deletes the rehearsal that has been idle the longest in the visitors' network with the most rehearsals, if that network has more than `fair`. */
export async function deleteOfCrowd(tx: Db, fair: number): Promise<boolean> {
  const [crowd] = await tx
    .select({ network: rehearsals.network })
    .from(rehearsals)
    .where(and(isOn, isNull(rehearsals.user_id)))
    .groupBy(rehearsals.network)
    .having(gt(count(), fair))
    .orderBy(desc(count()))
    .limit(1)
  return crowd ? deleteFirst(tx, and(isOn, isNull(rehearsals.user_id), eq(rehearsals.network, crowd.network))) : false
}

async function deleteFirst(tx: Db, where: SQL | undefined): Promise<boolean> {
  const first = tx.select({ id: rehearsals.id }).from(rehearsals).where(where).orderBy(asc(rehearsals.used_at)).limit(1)
  const gone = await tx.delete(rehearsals).where(inArray(rehearsals.id, first)).returning({ one: sql`1` })
  return gone.length > 0
}

/** Starting a rehearsal discards the learner's previous one. */
export async function deleteOwnRehearsals(tx: Db, userId: string): Promise<void> {
  await tx.delete(rehearsals).where(eq(rehearsals.user_id, userId))
}

export const insertRehearsal = (
  tx: Db,
  { minutes, ...row }: Omit<typeof rehearsals.$inferInsert, 'ends_at'> & { minutes: number },
): Promise<RehearsalRow> =>
  oneRow(
    tx
      .insert(rehearsals)
      .values({ ...row, ends_at: sql`now() + make_interval(mins => ${minutes}::int)` })
      .returning(),
  )

const byKey = (keyHash: string) => and(eq(rehearsals.key_hash, keyHash), isOn)

export const findRehearsal = (db: Db, keyHash: string): Promise<RehearsalRow | undefined> =>
  firstRow(db.select().from(rehearsals).where(byKey(keyHash)))

export const lockRehearsal = (tx: Db, keyHash: string): Promise<RehearsalRow | undefined> =>
  firstRow(tx.select().from(rehearsals).where(byKey(keyHash)).for('update'))

/** Saves a rehearsal after a line and increments its line count. Returns false if another line was saved since the row was read. */
export async function saveLine(
  db: Db,
  { id, lines }: Pick<RehearsalRow, 'id' | 'lines'>,
  after: { state: ShellState; resources: Resource[]; log: LogLine[] },
): Promise<boolean> {
  const saved = await db
    .update(rehearsals)
    .set({ ...after, lines: lines + 1, used_at: sql`now()` })
    .where(and(eq(rehearsals.id, id), eq(rehearsals.lines, lines)))
    .returning({ lines: rehearsals.lines })
  return saved.length > 0
}

export async function saveSolved(tx: Db, id: string, solved: string[]): Promise<void> {
  await tx.update(rehearsals).set({ solved }).where(eq(rehearsals.id, id))
}

export async function deleteRehearsal(db: Db, keyHash: string): Promise<void> {
  await db.delete(rehearsals).where(eq(rehearsals.key_hash, keyHash))
}

export async function deletePastRehearsals(db: Db, most: number): Promise<number> {
  const past = db.select({ id: rehearsals.id }).from(rehearsals).where(lte(rehearsals.ends_at, sql`now()`)).limit(most)
  return (await db.delete(rehearsals).where(inArray(rehearsals.id, past)).returning({ one: sql`1` })).length
}

/** Published lab with its flags: all the data that a rehearsal is built from. */
export async function findRehearsed(db: Db, labId: string) {
  const [lab] = await db
    .select()
    .from(labs)
    .where(and(eq(labs.id, labId), eq(labs.status, 'published')))
  if (!lab) return undefined
  const rows = await db
    .select()
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))
  return { lab, flags: rows }
}
export type Rehearsed = NonNullable<Awaited<ReturnType<typeof findRehearsed>>>
