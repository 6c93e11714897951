import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { flags, labs, rehearsals } from '../../db/schema/index.ts'
import type { LogLine, Resource, ShellState } from '../../simulation/world.ts'

export type RehearsalRow = typeof rehearsals.$inferSelect
const isOn = gt(rehearsals.ends_at, sql`now()`)

/** One rehearsal begins at a time: what they are bounded by is counted before each. */
export async function lockBeginning(tx: Db): Promise<void> {
  await tx.select({ locked: sql`pg_advisory_xact_lock(hashtext('rehearsals'))::text` }).from(sql`(select 1) as unused`)
}

export const countRehearsals = (tx: Db) => tx.$count(rehearsals, isOn)
export const countOfNetwork = (tx: Db, network: string) =>
  tx.$count(rehearsals, and(eq(rehearsals.network, network), isNull(rehearsals.user_id), isOn))

/** Whoever begins again gives up what they rehearsed before. */
export async function deleteOwnRehearsals(tx: Db, userId: string): Promise<void> {
  await tx.delete(rehearsals).where(eq(rehearsals.user_id, userId))
}

export async function insertRehearsal(
  tx: Db,
  { minutes, ...row }: Omit<typeof rehearsals.$inferInsert, 'ends_at'> & { minutes: number },
): Promise<RehearsalRow> {
  const [made] = await tx
    .insert(rehearsals)
    .values({ ...row, ends_at: sql`now() + make_interval(mins => ${minutes}::int)` })
    .returning()
  if (!made) throw new Error('The insert returned no row')
  return made
}

const byKey = (keyHash: string) => and(eq(rehearsals.key_hash, keyHash), isOn)

export async function findRehearsal(db: Db, keyHash: string): Promise<RehearsalRow | undefined> {
  const [row] = await db.select().from(rehearsals).where(byKey(keyHash))
  return row
}

export async function lockRehearsal(tx: Db, keyHash: string): Promise<RehearsalRow | undefined> {
  const [row] = await tx.select().from(rehearsals).where(byKey(keyHash)).for('update')
  return row
}

export async function saveRehearsal(
  tx: Db,
  id: string,
  set: { state: ShellState; resources: Resource[]; log: LogLine[] } | { solved: string[] },
): Promise<void> {
  await tx.update(rehearsals).set(set).where(eq(rehearsals.id, id))
}

export async function deleteRehearsal(db: Db, keyHash: string): Promise<void> {
  await db.delete(rehearsals).where(eq(rehearsals.key_hash, keyHash))
}

export async function deletePastRehearsals(db: Db, most: number): Promise<number> {
  const past = db.select({ id: rehearsals.id }).from(rehearsals).where(lte(rehearsals.ends_at, sql`now()`)).limit(most)
  return (await db.delete(rehearsals).where(inArray(rehearsals.id, past)).returning({ gone: sql`1` })).length
}

/** A published lab with its flags, which is all that a rehearsal is made from. */
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
