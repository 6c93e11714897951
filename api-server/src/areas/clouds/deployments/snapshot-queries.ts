import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import {
  cloudAccounts,
  deploymentInventories,
  deployments,
  flags,
  labSnapshots,
  lessons,
  RUN_COLUMNS,
  type RunFlag,
  type RunLab,
} from '../../../db/schema/index.ts'
import { firstRow } from '../../../db/sql.ts'
import { toRunFlag } from '../../catalogue/flags/index.ts'
import { findLab, type LabRow, lockLabForRun } from '../../catalogue/labs/index.ts'
import type { DeploymentRow } from './queries.ts'
import { failedBuilds, lastSolvedTest } from './sql.ts'

/** Content that a run starts with: the lab, its flags, and the text of its lesson. */
export interface Snapshot {
  lab: RunLab
  flags: RunFlag[]
  instructions: string
}

/**
 * Reads the published lab and locks it, so that nothing is published between this moment and the start of the run. A flag in a snapshot is
 * therefore never deleted.
 */
export async function readSnapshot(tx: Tx, labId: string, lessonId: string | null): Promise<Snapshot> {
  await lockLabForRun(tx, labId)
  const lab = await findLab(tx, { id: labId })
  const rows = await tx
    .select()
    .from(flags)
    .where(and(eq(flags.lab_id, labId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))
  const [lesson] = lessonId ? await tx.select({ body: lessons.body }).from(lessons).where(eq(lessons.id, lessonId)) : []
  return { lab: toRunLab(lab), flags: rows.map(toRunFlag), instructions: lesson?.body ?? '' }
}

/** Columns of a lab that a run is built from. */
export const toRunLab = (lab: RunLab): RunLab =>
  Object.fromEntries(RUN_COLUMNS.map((column) => [column, lab[column]])) as unknown as RunLab

/** Saves a snapshot, or reuses an identical one. Returns its id. */
export async function saveSnapshot(tx: Tx, labId: string, { lab, flags, instructions }: Snapshot): Promise<string> {
  const row = { lab_id: labId, lab, flags, instructions }
  const known = await findSame(tx, row)
  if (known) return known
  const [made] = await tx.insert(labSnapshots).values(row).onConflictDoNothing().returning({ id: labSnapshots.id })
  const id = made?.id ?? (await findSame(tx, row))
  if (!id) throw new Error('The insert returned no row')
  return id
}

async function findSame(tx: Tx, { lab_id, lab, flags, instructions }: Snapshot & { lab_id: string }) {
  const checksum = sql`md5(${JSON.stringify(lab)}::jsonb::text || ${JSON.stringify(flags)}::jsonb::text || ${instructions}::text)`
  const [row] = await tx
    .select({ id: labSnapshots.id })
    .from(labSnapshots)
    .where(and(eq(labSnapshots.lab_id, lab_id), eq(labSnapshots.checksum, checksum)))
  return row?.id
}

/** The lab as in the snapshot of the run. Runs from before snapshots existed read the current lab. */
export async function findRunLab(
  db: Db,
  { lab_id, snapshot_id }: { lab_id: string | null; snapshot_id: string | null },
): Promise<LabRow> {
  const lab = await findLab(db, { id: lab_id ?? '' })
  const snapshot = snapshot_id ? await findSnapshot(db, snapshot_id) : undefined
  return { ...lab, ...snapshot?.lab }
}

export const findSnapshot = (db: Db, id: string) =>
  firstRow(db.select().from(labSnapshots).where(eq(labSnapshots.id, id)))

/** Newest environment of an attempt, and the number of failed builds since one last ran. */
export async function findExamEnvironment(db: Db, attemptId: string) {
  const [row] = await db
    .select({
      deployment: deployments,
      account: { account_id: cloudAccounts.account_id, region: cloudAccounts.region },
      inventory: deploymentInventories,
      failed_builds: failedBuilds(sql`${attemptId}::uuid`),
    })
    .from(deployments)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, deployments.id))
    .where(eq(deployments.attempt_id, attemptId))
    .orderBy(desc(deployments.created_at), desc(deployments.queued_at))
    .limit(1)
  return row
}

const isTest = isNotNull(deployments.test)

/** The author's newest test run of a lab, in any state. */
export async function findLatestTest(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.lab_id, labId), eq(deployments.user_id, userId), isTest))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  return row
}

/** Records a solved flag while the test runs; false if the test has ended or the flag was already recorded. */
export async function saveSolvedFlag(tx: Db, id: string, flagId: string): Promise<boolean> {
  const rows = await tx
    .update(deployments)
    .set({
      test: sql`jsonb_set(${deployments.test}, '{solved}', ${deployments.test} -> 'solved' || to_jsonb(${flagId}::text))`,
    })
    .where(
      and(
        eq(deployments.id, id),
        inArray(deployments.state, ['running']),
        isTest,
        sql`not ${deployments.test} -> 'solved' ? ${flagId}::text`,
      ),
    )
    .returning({ id: deployments.id })
  return rows.length > 0
}

export async function saveSolvedFlags(tx: Db, id: string, flagIds: string[]): Promise<void> {
  await tx
    .update(deployments)
    .set({ test: sql`jsonb_set(${deployments.test}, '{solved}', ${JSON.stringify(flagIds)}::jsonb)` })
    .where(and(eq(deployments.id, id), isTest))
}

/** Time of the latest test run in which an author solved every required flag of exactly this build; null if there is none. */
export async function findSolvedTest(db: Db, labId: string, build: Build): Promise<Date | null> {
  const at = lastSolvedTest({ id: sql`${labId}::uuid`, built: builtFrom(build) })
  const [row] = await db.select({ at }).from(sql`(select) one`)
  return row?.at ? new Date(row.at) : null
}

/** Whether two builds differ in what is built or what must be solved, so that a test run of one does not count for the other. */
export async function buildsDiffer(db: Db, one: Build, other: Build): Promise<boolean> {
  const differs = sql<boolean>`${builtFrom(one)} <> ${builtFrom(other)}`
  const [row] = await db.select({ differs }).from(sql`(select) one`)
  return row?.differs ?? true
}

const builtFrom = ({ lab, flags }: Build) =>
  sql`lab_built(${JSON.stringify(lab)}::jsonb, ${JSON.stringify(flags)}::jsonb)`

type Build = Pick<Snapshot, 'lab' | 'flags'>
