import type { BulkActionName } from '@flagyard/api-types'
import { and, asc, eq, inArray, like, lt, type SQL, sql } from 'drizzle-orm'
import { isAmong, isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { bulkItems, bulkJobs } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import type { BulkDetails, Outcome } from '../../../extension-points/bulk-action.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'
import { entitlementLabel } from '../../catalogue/entitlements/index.ts'
import { certificateLabel } from '../../certification/certificates/index.ts'
import { deploymentLabel } from '../../clouds/deployments/index.ts'
import { voucherLabel } from '../../commerce/vouchers/index.ts'
import { lessonReportLabel } from '../../training/lesson-reports/index.ts'

type JobRow = typeof bulkJobs.$inferSelect
type Job = Pick<JobRow, 'id' | 'actor_id' | 'address' | 'reason' | 'undoes'> & {
  action: BulkActionName
  end_deployments: boolean
  flag: string | null
  incident: BulkDetails['incident']
  access: BulkDetails['access']
}

/** Whether a finished job that is not undone is still within its undo period. */
const isUndoOpen = sql<boolean>`(${bulkJobs.undone_by} is null and coalesce(${bulkJobs.undo_until} > now(), false))`

const columns = {
  id: bulkJobs.id,
  action: sql<BulkActionName>`${bulkJobs.kind}`,
  actor: bulkJobs.actor,
  state: bulkJobs.state,
  total: bulkJobs.total,
  done: bulkJobs.done,
  failed: bulkJobs.failed,
  reason: bulkJobs.reason,
  stopped_because: bulkJobs.stopped_because,
  created_at: bulkJobs.created_at,
  started_at: bulkJobs.started_at,
  finished_at: bulkJobs.finished_at,
  undo_until: bulkJobs.undo_until,
  undoes: bulkJobs.undoes,
  undone_by: bulkJobs.undone_by,
  incident: bulkJobs.incident_id,
  can_be_undone: sql<boolean>`(${bulkJobs.undoes} is null and ${isUndoOpen})`,
}

export const bulkJobSource = {
  table: bulkJobs,
  id: sql`${bulkJobs.id}::text`,
  where: ({ id, q, state, action, incident }) =>
    and(
      id && isAmongUuids(bulkJobs.id, id),
      // Must equal the expression of the index `bulk_jobs_search`.
      contains(sql`${bulkJobs.actor} || ' ' || coalesce(${bulkJobs.reason}, '')`, q),
      state && eq(bulkJobs.state, state),
      action && eq(bulkJobs.kind, action),
      incident ? eq(bulkJobs.incident_id, incident) : undefined,
    ),
  keys: { created_at: [sql`${bulkJobs.created_at}`, sql`${bulkJobs.id}`] },
  read: (db, slice) => sliceOf(db.select({ ...columns, ...slice.cursor }).from(bulkJobs), slice),
} satisfies ListSourceOf<'listBulkJobs'>

/** Display name of an item whose id alone is not meaningful. */
const labelOf = sql<string | null>`case
  when ${bulkJobs.kind} like 'vouchers.%' then
  (select ${voucherLabel} from vouchers where vouchers.id = ${bulkItems.item}::uuid)
  when ${bulkJobs.kind} like 'certificates.%' then
  (select ${certificateLabel} from certificates where certificates.id = ${bulkItems.item})
  when ${bulkJobs.incident_id} is not null then
  (select u.username || ' · ' || e.title from exam_attempts a join users u on u.id = a.user_id join exams e on e.id = a.exam_id
    where a.id = ${bulkItems.item}::uuid)
  when ${bulkJobs.kind} like 'entitlements.%' then
  (select ${entitlementLabel} from entitlements where entitlements.id = ${bulkItems.item}::uuid)
  when ${bulkJobs.kind} like 'deployments.%' then
  (select ${deploymentLabel} from deployments where deployments.id = ${bulkItems.item}::uuid)
  when ${bulkJobs.kind} like 'lesson_reports.%' then
  (select ${lessonReportLabel} from lesson_reports where lesson_reports.id = ${bulkItems.item}::uuid) end`

/** Rows of one job, in the order in which they are processed. */
export const bulkItemSource = {
  table: bulkItems,
  id: sql`${bulkItems.item}`,
  where: ({ id, job, state }) =>
    and(eq(bulkItems.job_id, job), id && isAmong(bulkItems.item, id), state && eq(bulkItems.state, state)),
  keys: { position: [sql`${bulkItems.position}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: bulkItems.item,
          label: labelOf,
          state: bulkItems.state,
          message: bulkItems.message,
          ...slice.cursor,
        })
        .from(bulkItems)
        .innerJoin(bulkJobs, eq(bulkJobs.id, bulkItems.job_id)),
      slice,
    ),
} satisfies ListSourceOf<'listBulkItems'>

export async function findJob(db: Db, id: string) {
  const [row] = await db.select(columns).from(bulkJobs).where(hasId(bulkJobs.id, id))
  if (!row) throw new ApiError('not_found', 'There is no such bulk job.')
  return row
}

export async function insertJob(tx: Db, row: typeof bulkJobs.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(bulkJobs).values(row).returning({ id: bulkJobs.id })
  if (!inserted) throw new Error('An insert returned no row')
  return inserted.id
}

/** Saves the selected rows of a job and returns their number. Later changes to the list do not affect the job. */
export async function insertItems(tx: Db, jobId: string, rows: SQL): Promise<number> {
  await tx.execute(sql`insert into ${bulkItems} (job_id, position, item, memo)
    select ${jobId}::uuid, selected.position::int, selected.item, selected.memo::jsonb from (${rows}) selected
    on conflict do nothing`)
  const [counted] = await tx
    .update(bulkJobs)
    .set({ total: sql`(select count(*) from ${bulkItems} i where i.job_id = ${jobId}::uuid)` })
    .where(eq(bulkJobs.id, jobId))
    .returning({ total: bulkJobs.total })
  return counted?.total ?? 0
}

/** Rows that the job changed, with the memos needed to undo them. */
export const doneItems = (jobId: string): SQL =>
  sql`select i.position, i.item, i.memo from ${bulkItems} i where i.job_id = ${jobId}::uuid and i.state = 'done'`

/** Claims a job; null if it has ended. If two runs claim it, the later one wins and the earlier one stops at its next chunk. */
export async function claimJob(db: Db, id: string, token: string): Promise<Job | null> {
  return firstJob(
    db
      .update(bulkJobs)
      .set({ state: 'running', run_token: token, beat_at: sql`now()`, started_at: sql`coalesce(started_at, now())` })
      .where(and(eq(bulkJobs.id, id), inArray(bulkJobs.state, ['waiting', 'running'])))
      .returning(jobColumns),
  )
}

/** Locks the job for one chunk; null if this run has lost it. A cancellation or another run waits until the chunk ends. */
export async function lockJob(tx: Db, id: string, token: string): Promise<Job | null> {
  return firstJob(
    tx
      .update(bulkJobs)
      .set({ beat_at: sql`now()` })
      .where(and(eq(bulkJobs.id, id), eq(bulkJobs.run_token, token), eq(bulkJobs.state, 'running')))
      .returning(jobColumns),
  )
}

const jobColumns = {
  id: bulkJobs.id,
  action: sql<BulkActionName>`${bulkJobs.kind}`,
  actor_id: bulkJobs.actor_id,
  address: bulkJobs.address,
  reason: bulkJobs.reason,
  undoes: bulkJobs.undoes,
  /** Defaults to true if the administrator was not asked, as in an undo. */
  end_deployments: sql<boolean>`coalesce((${bulkJobs.input} ->> 'end_deployments')::boolean, true)`,
  flag: sql<string | null>`${bulkJobs.input} ->> 'flag'`,
  incident: sql<BulkDetails['incident']>`${bulkJobs.input} -> 'incident'`,
  access: sql<BulkDetails['access']>`${bulkJobs.input} -> 'access'`,
}

const firstJob = async (rows: Promise<Job[]>) => (await rows)[0] ?? null

export const listNextItems = (tx: Db, jobId: string, limit: number) =>
  tx
    .select({ id: bulkItems.item, memo: bulkItems.memo })
    .from(bulkItems)
    .where(and(eq(bulkItems.job_id, jobId), eq(bulkItems.state, 'waiting')))
    .orderBy(asc(bulkItems.position))
    .limit(limit)

/** Saves and counts the outcomes of a chunk, in the transaction that made the changes. */
export async function recordOutcomes(tx: Db, jobId: string, outcomes: Outcome[]) {
  const rows = outcomes.map((outcome) =>
    'refused' in outcome
      ? { item: outcome.id, state: 'failed', message: outcome.refused }
      : { item: outcome.id, state: 'done', message: outcome.message ?? null, memo: outcome.memo ?? null },
  )
  await tx.execute(sql`update ${bulkItems} set state = o.state, message = o.message, memo = o.memo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(item text, state text, message text, memo jsonb)
    where ${bulkItems.job_id} = ${jobId}::uuid and ${bulkItems.item} = o.item`)
  const failed = outcomes.filter((outcome) => 'refused' in outcome).length
  await tx
    .update(bulkJobs)
    .set({ done: sql`${bulkJobs.done} + ${outcomes.length - failed}`, failed: sql`${bulkJobs.failed} + ${failed}` })
    .where(eq(bulkJobs.id, jobId))
}

/** Ends a job unless it has ended already. If the action can be undone, its undo period of ten minutes starts. */
export async function endJob(
  tx: Db,
  id: string,
  end: { state: 'done' | 'cancelled' | 'failed'; because?: string; undoable: boolean },
): Promise<boolean> {
  const ended = await tx
    .update(bulkJobs)
    .set({
      state: end.state,
      stopped_because: end.because ?? null,
      finished_at: sql`now()`,
      ...(end.undoable && {
        undo_until: sql`case when ${bulkJobs.done} > 0 and ${bulkJobs.undoes} is null then now() + interval '10 minutes' end`,
      }),
    })
    .where(and(eq(bulkJobs.id, id), inArray(bulkJobs.state, ['waiting', 'running'])))
    .returning({ id: bulkJobs.id })
  return ended.length > 0
}

/** Marks a finished job as undone within its undo period. Of two concurrent calls, only one returns true. */
export async function markUndone(tx: Db, id: string, by: string): Promise<boolean> {
  const marked = await tx
    .update(bulkJobs)
    .set({ undone_by: by })
    .where(and(eq(bulkJobs.id, id), isUndoOpen))
    .returning({ id: bulkJobs.id })
  return marked.length > 0
}

/** Unfinished jobs without progress for a minute, because their process died or their queue entry was lost. */
export const listStalled = (db: Db) =>
  db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(and(inArray(bulkJobs.state, ['waiting', 'running']), lt(bulkJobs.beat_at, sql`now() - interval '1 minute'`)))

export const bulkSpecials: SpecialDuties = {
  /** Items of jobs on users are identified by username. */
  async erase(tx, { username, alias }) {
    const ofUsers = tx.select({ id: bulkJobs.id }).from(bulkJobs).where(like(bulkJobs.kind, 'users.%'))
    await tx
      .update(bulkItems)
      .set({ item: alias })
      .where(and(eq(bulkItems.item, username), inArray(bulkItems.job_id, ofUsers)))
  },
}
