import { and, asc, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  canaryRuns,
  canarySettings,
  cloudAccounts,
  cloudProofs,
  deployments,
  exams,
  flags,
  labs,
  nukeReceipts,
} from '../../../db/schema/index.ts'
import { columnsOf, oneRow } from '../../../db/sql.ts'
import { isFreeInRegion } from '../../clouds/cloud-accounts/index.ts'

export type Settings = Pick<typeof canarySettings.$inferSelect, 'enabled' | 'every_hours' | 'monthly_runs' | 'version'>

/** Default for a lab without settings: off. */
const UNSET: Settings = { enabled: false, every_hours: 24, monthly_runs: 31, version: 0 }

const settingsColumns = columnsOf(canarySettings, 'enabled', 'every_hours', 'monthly_runs', 'version')

export async function findSettings(db: Db, labId: string): Promise<Settings> {
  const [row] = await db.select(settingsColumns).from(canarySettings).where(eq(canarySettings.lab_id, labId))
  return row ?? UNSET
}

/** Locks the settings until the transaction ends, so that only one of several concurrent starts of this lab proceeds. */
export async function lockSettings(tx: Db, labId: string): Promise<Settings> {
  await tx
    .insert(canarySettings)
    .values({ lab_id: labId, ...UNSET })
    .onConflictDoNothing()
  const [row] = await tx
    .select(settingsColumns)
    .from(canarySettings)
    .where(eq(canarySettings.lab_id, labId))
    .for('update')
  return row ?? UNSET
}

export async function updateSettings(tx: Db, labId: string, change: Omit<Settings, 'version'>): Promise<void> {
  await tx
    .update(canarySettings)
    .set({ ...change, version: sql`${canarySettings.version} + 1` })
    .where(eq(canarySettings.lab_id, labId))
}

/** Records that the lab had its turn, whether or not a run started. */
export async function takeTurn(db: Db, labId: string): Promise<void> {
  await db.update(canarySettings).set({ turn_at: sql`now()` }).where(eq(canarySettings.lab_id, labId))
}

const ofLab = (labId: SQL) => sql`${canaryRuns} r where r.lab_id = ${labId}`
const isOpen = (labId: SQL) => sql<boolean>`exists (select from ${ofLab(labId)} and r.ended_at is null)`
const runsThisMonth = (labId: SQL) =>
  sql<number>`(select count(*)::int from ${ofLab(labId)} and r.begun_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')`
const isRested = (labId: SQL, everyHours: SQL) =>
  sql<boolean>`not exists (select from ${ofLab(labId)} and r.begun_at > now() - make_interval(hours => ${everyHours}))`

export async function findRunFacts(db: Db, labId: string, { every_hours }: Pick<Settings, 'every_hours'>) {
  const lab = sql`${labId}::uuid`
  const [row] = await db
    .select({
      is_open: isOpen(lab),
      runs_this_month: runsThisMonth(lab),
      is_rested: isRested(lab, sql`${every_hours}::int`),
    })
    .from(sql`(select) one`)
  return row ?? { is_open: false, runs_this_month: 0, is_rested: true }
}

const labId = sql`${labs.id}`
/** Whether the lab's cloud has a free account and an empty queue. */
const hasRoom = sql`exists (select from ${cloudAccounts} where ${cloudAccounts.cloud} = ${labs.cloud} and ${isFreeInRegion} and ${cloudAccounts.retired_at} is null)
  and not exists (select from ${deployments} q where q.cloud = ${labs.cloud} and q.state = 'queued')`

/** Labs that are due: in each cloud, the one whose last turn is longest ago. */
export const listDue = (db: Db) =>
  db
    .selectDistinctOn([labs.cloud], { id: labs.id })
    .from(canarySettings)
    .innerJoin(labs, eq(labs.id, canarySettings.lab_id))
    .where(
      and(
        eq(canarySettings.enabled, true),
        eq(labs.status, 'published'),
        sql`${labs.canary} is not null`,
        sql`not ${isOpen(labId)}`,
        isRested(labId, sql`${canarySettings.every_hours}`),
        sql`${runsThisMonth(labId)} < ${canarySettings.monthly_runs}`,
        hasRoom,
      ),
    )
    .orderBy(asc(labs.cloud), sql`${canarySettings.turn_at} nulls first`, asc(labs.slug))

export const insertRun = (tx: Db, values: typeof canaryRuns.$inferInsert) => tx.insert(canaryRuns).values(values)

/** State of a run and its deployment. The deployment columns are null if it no longer exists. */
const runColumns = {
  ...columnsOf(canaryRuns, 'id', 'deployment_id', 'begun_at', 'by_hand', 'revision', 'module_version', 'ended_at'),
  ...columnsOf(canaryRuns, 'outcome', 'failed_step', 'message', 'seconds_to_credentials'),
  state: deployments.state,
}
const itsDeployment = eq(deployments.id, canaryRuns.deployment_id)

export const listOpen = (db: Db) =>
  db
    .select({
      ...runColumns,
      reason: deployments.reason,
      minutes: sql<number>`extract(epoch from now() - ${canaryRuns.begun_at})::int / 60`,
    })
    .from(canaryRuns)
    .leftJoin(deployments, itsDeployment)
    .where(isNull(canaryRuns.ended_at))
    .orderBy(asc(canaryRuns.begun_at))
    .limit(200)

export type OpenRun = Awaited<ReturnType<typeof listOpen>>[number]

export const hasOpen = async (db: Db): Promise<boolean> =>
  (await db.select({ id: canaryRuns.id }).from(canaryRuns).where(isNull(canaryRuns.ended_at)).limit(1)).length > 0

export const listLatest = (db: Db, of: { lab_id: string } | { exam_id: string }, limit: number) =>
  db
    .select(runColumns)
    .from(canaryRuns)
    .leftJoin(deployments, itsDeployment)
    .where('lab_id' in of ? eq(canaryRuns.lab_id, of.lab_id) : eq(canaryRuns.exam_id, of.exam_id))
    .orderBy(desc(canaryRuns.begun_at), desc(canaryRuns.id))
    .limit(limit)

type Decision = Pick<typeof canaryRuns.$inferInsert, 'outcome' | 'failed_step' | 'message'>

/** Decides a run; false if it is already decided. Only one of several processes succeeds. */
export async function decide(tx: Db, id: string, decision: Decision): Promise<boolean> {
  const rows = await tx
    .update(canaryRuns)
    .set(decision)
    .where(and(eq(canaryRuns.id, id), isNull(canaryRuns.outcome)))
    .returning({ id: canaryRuns.id })
  return rows.length > 0
}

/** Ends a decided run; undefined if it has already ended. `late` overrides the decision. */
export async function finish(tx: Db, id: string, late: Decision | null) {
  const seconds = sql`(select extract(epoch from d.running_at - ${canaryRuns.begun_at})::int from ${deployments} d
    where d.id = ${canaryRuns.deployment_id} and d.running_at is not null)`
  const [row] = await tx
    .update(canaryRuns)
    .set({ ...late, ended_at: sql`now()`, seconds_to_credentials: seconds })
    .where(and(eq(canaryRuns.id, id), isNull(canaryRuns.ended_at), late ? undefined : isNotNull(canaryRuns.outcome)))
    .returning()
  return row
}

/** Hours between two automatic canary runs of an exam. Each takes about a second. */
const HOURS_BETWEEN_RUNS = 24

/** Exams that have a canary and were not tested within the last day. */
export const listDueExams = (db: Db) =>
  db
    .select()
    .from(exams)
    .where(
      and(
        eq(exams.status, 'published'),
        sql`${exams.canary} is not null and jsonb_array_length(${exams.module_stages}) > 0`,
        sql`not exists (select from ${canaryRuns} r where r.exam_id = ${exams.id}
          and r.begun_at > now() - make_interval(hours => ${HOURS_BETWEEN_RUNS}::int))`,
      ),
    )
    .orderBy(asc(exams.slug))

export const listFlags = (db: Db, examId: string) =>
  db
    .select()
    .from(flags)
    .where(and(eq(flags.exam_id, examId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))

export async function insertExamRun(tx: Db, run: Omit<typeof canaryRuns.$inferInsert, 'lab_id' | 'ended_at'>) {
  const [row] = await tx
    .insert(canaryRuns)
    .values({ ...run, ended_at: sql`clock_timestamp()` })
    .returning()
  if (!row?.ended_at) throw new Error('The insert returned no row')
  return { ...row, ended_at: row.ended_at }
}

export type CloudProof = typeof cloudProofs.$inferSelect

/** A deployment with its current or former account. */
export async function findWatched(db: Db, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(deployments, 'state', 'message', 'stages'),
      account: {
        ...columnsOf(cloudAccounts, 'id', 'account_id', 'status', 'lock_reason', 'last_error', 'nuke_failures'),
        ...columnsOf(cloudAccounts, 'retry_at'),
      },
    })
    .from(deployments)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(eq(deployments.id, id))
  return row
}

export const listReceiptsSince = (db: Db, accountId: string, since: Date) =>
  db
    .select()
    .from(nukeReceipts)
    .where(and(eq(nukeReceipts.cloud_account_id, accountId), gte(nukeReceipts.at, since)))
    .orderBy(asc(nukeReceipts.at))

export const insertProof = (db: Db, proof: Omit<CloudProof, 'id' | 'at'>): Promise<CloudProof> =>
  oneRow(db.insert(cloudProofs).values(proof).returning())

export const listLatestProofs = (db: Db) =>
  db
    .selectDistinctOn([cloudProofs.cloud])
    .from(cloudProofs)
    .orderBy(asc(cloudProofs.cloud), desc(cloudProofs.at), desc(cloudProofs.id))
