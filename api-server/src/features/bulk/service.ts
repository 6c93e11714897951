import { randomUUID } from 'node:crypto'
import { type BulkJob, type BulkPreview, bulkActionOf, operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import { defaultSortOf, readList } from '../../http/list-query.ts'
import type { AuditActor, CurrentUser } from '../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../identity/require-access.ts'
import { assertBulkAction, mayDoBulkAction } from './assert-action.ts'
import * as queries from './queries.ts'
import { runBulk } from './run.ts'
import { countVerdicts, listVerdicts, MOST_ROWS, picked, type Selection } from './selection-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log' | 'extensions'>
/** Rows named in one answer of a dry run. */
const PREVIEW_ROWS = 50
/** So few are done before the answer is given; more are a worker's business. */
const AT_ONCE = 50

/** What would happen, by the rules that will decide when it does. */
export async function previewBulk(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  user: CurrentUser,
  ask: Output<'bulkPreviewAsk'>,
): Promise<BulkPreview> {
  assertBulkAction(ask.action, user)
  const action = extensions.bulkActions[ask.action]
  const selection = selectionOf(ask)
  const refusal = action.refusal(user)
  const counts = await countVerdicts(db, action, selection, refusal)
  const page = { refused: ask.show === 'refused', from: ask.from, limit: PREVIEW_ROWS }
  const rows = await listVerdicts(db, action, selection, refusal, page)
  const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0)
  const reasons = counts.flatMap(({ message, count }) => (message === null ? [] : [{ message, count }]))
  const refused = sum(counts.filter(({ message }) => message !== null))
  return { total: sum(counts), changes: sum(counts) - refused, refused, reasons, rows, from: ask.from }
}

/** Fixes which rows it is about and puts the work on the queue, in one transaction. Little work is done before the answer. */
export async function startBulk(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  ask: Output<'bulkAsk'>,
): Promise<BulkJob> {
  assertBulkAction(ask.action, actor)
  if (bulkActionOf(ask.action).reason && !ask.reason) throw invalidField('reason', 'Say why: it is kept with every row')
  const { source } = deps.extensions.bulkActions[ask.action]
  const selection = selectionOf(ask)
  const id = await deps.db.transaction(async (tx) => {
    const job = await queries.insertJob(tx, {
      kind: ask.action,
      actor_id: actor.id,
      actor: actor.username,
      address,
      input: 'ids' in selection ? { rows: selection.ids.length } : selection,
      reason: ask.reason ?? null,
      total: 0,
    })
    const total = await queries.insertItems(
      tx,
      job,
      picked(source, defaultSortOf(bulkActionOf(ask.action).list), selection),
    )
    if (total === 0) throw new ApiError('conflict', 'Nothing matches any more, so there is nothing to do.')
    if (total > MOST_ROWS)
      throw invalidField('filter', `At most ${MOST_ROWS.toLocaleString('en')} rows can be worked on at once: narrow it`)
    await begun(deps, tx, { actor, address }, job, { action: ask.action, total, reason: ask.reason ?? null })
    return job
  })
  return answerSoon(deps, actor, id)
}

/** Takes back what a job did, as a job of its own, for ten minutes after its end. */
export async function undoBulk(deps: NeededDeps, { actor, address }: AuditActor, jobId: string): Promise<BulkJob> {
  const job = await queries.findJob(deps.db, jobId)
  const { undoneBy } = bulkActionOf(job.action)
  if (!undoneBy || job.undoes) throw new ApiError('conflict', 'What this job did cannot be taken back.')
  const action = undoneBy
  assertBulkAction(action, actor)
  const id = randomUUID()
  await deps.db.transaction(async (tx) => {
    if (!(await queries.markUndone(tx, jobId, id))) throw new ApiError('conflict', whyNotUndone(job, deps.clock.now()))
    const reason = 'Undone'
    await queries.insertJob(tx, {
      id,
      kind: action,
      actor_id: actor.id,
      actor: actor.username,
      address,
      input: { undoes: jobId },
      reason,
      total: 0,
      undoes: jobId,
    })
    const total = await queries.insertItems(tx, id, queries.doneItems(jobId))
    await begun(deps, tx, { actor, address }, id, { action, total, reason })
  })
  return answerSoon(deps, actor, id)
}

function whyNotUndone(job: Awaited<ReturnType<typeof queries.findJob>>, now: Date): string {
  if (job.undone_by) return 'This was undone already.'
  if (job.state === 'waiting' || job.state === 'running') return 'This still runs. Cancel it first.'
  if (job.undo_until && job.undo_until <= now) return 'The ten minutes for undoing this are over.'
  return 'This changed nothing, so there is nothing to undo.'
}

/** Ends a job at its next chunk. What is done stays done. */
export async function cancelBulk(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  jobId: string,
): Promise<BulkJob> {
  const job = await queries.findJob(db, jobId)
  const name = job.action
  assertBulkAction(name, actor)
  await db.transaction(async (tx) => {
    const undoable = bulkActionOf(name).undoneBy !== undefined
    if (!(await queries.endJob(tx, job.id, { state: 'cancelled', undoable })))
      throw new ApiError('conflict', 'This is over already.')
    await recordAudit(tx, {
      actor,
      action: 'bulk.cancel',
      subject: { type: 'bulk_job', id: job.id },
      address,
      jobId: job.id,
    })
  })
  return answerOf({ db }, actor, job.id)
}

async function begun(
  { queue }: NeededDeps,
  tx: Tx,
  { actor, address }: AuditActor,
  jobId: string,
  { reason, ...after }: { action: string; total: number; reason: string | null },
) {
  const subject = { type: 'bulk_job', id: jobId }
  await recordAudit(tx, { actor, action: 'bulk.start', subject, after, reason, address, jobId })
  await queue.send(tx, 'bulk.run', { id: jobId })
}

async function answerSoon(deps: NeededDeps, caller: CurrentUser, id: string): Promise<BulkJob> {
  const job = await answerOf(deps, caller, id)
  if (job.total > AT_ONCE) return job
  try {
    await runBulk(deps, id)
  } catch (error) {
    deps.log.warn({ err: error, bulkJob: id }, 'a small bulk job is left to the queue')
  }
  return answerOf(deps, caller, id)
}

const answerOf = async ({ db }: Pick<Deps, 'db'>, caller: CurrentUser, id: string) =>
  jobOf(await queries.findJob(db, id), caller)

type Row = Awaited<ReturnType<typeof queries.findJob>>

/** As the wire has it. */
export const jobOf = (row: Row, caller: CurrentUser): BulkJob => ({
  ...row,
  action: row.action,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  undo_until: row.undo_until?.toISOString() ?? null,
  allowed: allowedOnJob(row, caller),
})

export function allowedOnJob({ action, state, can_be_undone }: Row, caller: CurrentUser) {
  const { undoneBy } = bulkActionOf(action)
  const isOpen = state === 'waiting' || state === 'running'
  return allowedAmong({
    cancel: isOpen && mayCall(operations.cancelBulkJob, caller) && mayDoBulkAction(action, caller),
    undo: can_be_undone && !!undoneBy && mayCall(operations.undoBulkJob, caller) && mayDoBulkAction(undoneBy, caller),
  })
}

function selectionOf({ action, filter, ids }: Pick<Output<'bulkAsk'>, 'action' | 'filter' | 'ids'>): Selection {
  if ((filter === undefined) === (ids === undefined)) throw invalidField('ids', 'Give either rows or a filter')
  return ids ? { ids } : { filter: readList(bulkActionOf(action).list, { filter }).filter }
}
