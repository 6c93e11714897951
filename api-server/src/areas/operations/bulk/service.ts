import { randomUUID } from 'node:crypto'
import { type BulkJob, bulkActionOf, isConfirmed, type ListName, operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { BulkAction, BulkDetails } from '../../../extension-points/bulk-action.ts'
import type { ServedList } from '../../../http/calls/handler-context.ts'
import { defaultSortOf, readList } from '../../../http/calls/list-query.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { assertBulkAction, mayDoBulkAction, runBulk } from './jobs.ts'
import * as queries from './queries.ts'
import {
  acceptedIds,
  countEvaluations,
  listEvaluations,
  MAX_ROWS,
  type Selection,
  selectedRows,
} from './selection-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'clouds' | 'config' | 'queue' | 'log' | 'extensions' | 'examCertificates'>
/** The served lists, so that a filter has the same effect in a bulk action as in its list. */
interface Lists {
  lists: ReadonlyMap<ListName, Pick<ServedList, 'narrow'>>
}
/** Rows per page of a bulk dry run. */
const PREVIEW_ROWS = 50
/** Maximum number of rows of a bulk job that runs within the request; larger ones run in a worker. */
const MAX_INLINE_ROWS = 50

/** Dry run: lists the rows that the action would change and refuse, by the same rules as the real run. */
export async function previewBulk(
  { db, extensions, lists }: Pick<Deps, 'db' | 'extensions'> & Lists,
  user: CurrentUser,
  ask: Output<'bulkPreviewAsk'>,
): Promise<Accepted<'bulkPreview'>> {
  assertBulkAction(ask.action, user)
  const action = extensions.bulkActions[ask.action]
  const { selection } = selectionOf(ask, user, lists)
  const details = detailsOf(ask)
  action.assertComplete?.(details, true)
  const refusal = action.refusal(user, details)
  const counts = await countEvaluations(db, action, selection, refusal)
  const page = { refused: ask.show === 'refused', from: ask.from, limit: PREVIEW_ROWS }
  const rows = await listEvaluations(db, action, selection, refusal, page)
  const effects = await action.describe?.(db, rows, details)
  const sum = (list: typeof counts) => list.reduce((total, { count }) => total + count, 0)
  const reasons = counts.flatMap(({ message, count }) => (message === null ? [] : [{ message, count }]))
  const refused = sum(counts.filter(({ message }) => message !== null))
  const labs = (await action.countLabs?.(db, acceptedIds(action, selection, refusal))) ?? null
  return {
    total: sum(counts),
    changes: sum(counts) - refused,
    refused,
    reasons,
    rows: rows.map((row) => ({ ...row, effect: effects?.get(row.id) ?? null })),
    from: ask.from,
    labs,
  }
}

/** Saves the selected rows and queues the job in one transaction. A small job runs before the response is sent. */
export async function startBulk(
  deps: NeededDeps & Lists,
  { actor, address }: AuditActor,
  ask: Output<'bulkAsk'>,
): Promise<BulkJob> {
  assertBulkAction(ask.action, actor)
  if (bulkActionOf(ask.action).reason && !ask.reason)
    throw invalidField('reason', 'Enter a reason. It is saved with every row')
  if ((bulkActionOf(ask.action).about === 'flag') !== (ask.flag !== undefined))
    throw invalidField('flag', ask.flag ? 'This is not about a flag' : 'Say which flag was broken')
  const action = deps.extensions.bulkActions[ask.action]
  const { source, assertComplete } = action
  assertComplete?.(detailsOf(ask), false)
  const { selection, saved } = selectionOf(ask, actor, deps.lists)
  const id = await deps.db.transaction(async (tx) => {
    const job = await queries.insertJob(tx, {
      kind: ask.action,
      actor_id: actor.id,
      actor: actor.username,
      address,
      input: {
        ...saved,
        ...(ask.end_deployments !== undefined && { end_deployments: ask.end_deployments }),
        ...(ask.flag && { flag: ask.flag }),
        ...(ask.incident && { incident: ask.incident }),
        ...(ask.access && { access: ask.access }),
      },
      incident_id: ask.incident?.id ?? null,
      reason: ask.reason ?? null,
      total: 0,
    })
    const total = await queries.insertItems(
      tx,
      job,
      selectedRows(source, defaultSortOf(bulkActionOf(ask.action).list), selection),
    )
    if (total === 0) throw new ApiError('conflict', 'No rows match, so there is nothing to do.')
    if (total > MAX_ROWS)
      throw invalidField(
        'filter',
        `One job can change at most ${MAX_ROWS.toLocaleString('en')} rows. Narrow the filter`,
      )
    if (isConfirmed(ask.action, total)) await assertConfirmed(tx, action, selection, actor, ask)
    await enqueueJob(deps, tx, { actor, address }, job, { action: ask.action, total, reason: ask.reason ?? null })
    return job
  })
  return runIfSmall(deps, actor, id)
}

/** An action that cannot be undone requires the administrator to type the number of rows it currently changes. */
async function assertConfirmed(
  tx: Tx,
  action: BulkAction,
  selection: Selection,
  actor: CurrentUser,
  ask: Output<'bulkAsk'>,
) {
  const counts = await countEvaluations(tx, action, selection, action.refusal(actor, detailsOf(ask)))
  const changes = counts.find(({ message }) => message === null)?.count ?? 0
  if (isConfirmed(ask.action, changes) && ask.confirm !== changes)
    throw invalidField('confirm', `To confirm, type how many will change: ${changes}`)
}

/** Undoes a job with a new job, within ten minutes of its end. */
export async function undoBulk(deps: NeededDeps, { actor, address }: AuditActor, jobId: string): Promise<BulkJob> {
  const job = await queries.findJob(deps.db, jobId)
  const { undoneBy } = bulkActionOf(job.action)
  if (!undoneBy || job.undoes) throw new ApiError('conflict', 'This cannot be undone.')
  const action = undoneBy
  assertBulkAction(action, actor)
  const id = randomUUID()
  await deps.db.transaction(async (tx) => {
    if (!(await queries.markUndone(tx, jobId, id))) throw new ApiError('conflict', undoRefusal(job, deps.clock.now()))
    const reason = 'Undone'
    await queries.insertJob(tx, {
      id,
      kind: action,
      actor_id: actor.id,
      actor: actor.username,
      address,
      input: { undoes: jobId, ...(job.incident && { incident: { id: job.incident } }) },
      incident_id: job.incident,
      reason,
      total: 0,
      undoes: jobId,
    })
    const total = await queries.insertItems(tx, id, queries.doneItems(jobId))
    await enqueueJob(deps, tx, { actor, address }, id, { action, total, reason })
  })
  return runIfSmall(deps, actor, id)
}

function undoRefusal(job: Awaited<ReturnType<typeof queries.findJob>>, now: Date): string {
  if (job.undone_by) return 'This was already undone.'
  if (job.state === 'waiting' || job.state === 'running') return 'This is still running. Cancel it first.'
  if (job.undo_until && job.undo_until <= now) return 'This can no longer be undone: the ten minutes for it are over.'
  return 'This changed nothing, so there is nothing to undo.'
}

/** Stops a job before its next chunk. Rows that were already changed stay changed. */
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
      throw new ApiError('conflict', 'This has already ended.')
    await recordAudit(tx, {
      actor,
      action: 'bulk.cancel',
      subject: { type: 'bulk_job', id: job.id },
      address,
      jobId: job.id,
    })
  })
  return getJob({ db }, actor, job.id)
}

async function enqueueJob(
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

/** Runs a small job immediately, so that the response contains its result. */
async function runIfSmall(deps: NeededDeps, caller: CurrentUser, id: string): Promise<BulkJob> {
  const job = await getJob(deps, caller, id)
  if (job.total > MAX_INLINE_ROWS) return job
  try {
    await runBulk(deps, id)
  } catch (error) {
    deps.log.warn({ err: error, bulkJob: id }, 'a small bulk job failed in the request; a worker will run it')
  }
  return getJob(deps, caller, id)
}

const getJob = async ({ db }: Pick<Deps, 'db'>, caller: CurrentUser, id: string) =>
  toBulkJob(await queries.findJob(db, id), caller)

type JobRow = Awaited<ReturnType<typeof queries.findJob>>

export const toBulkJob = (row: JobRow, caller: CurrentUser): BulkJob => ({
  ...row,
  action: row.action,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  undo_until: row.undo_until?.toISOString() ?? null,
  allowed: allowedOnJob(row, caller),
})

export function allowedOnJob({ action, state, can_be_undone }: JobRow, caller: CurrentUser) {
  const { undoneBy } = bulkActionOf(action)
  const isOpen = state === 'waiting' || state === 'running'
  return allowedAmong({
    cancel: isOpen && mayCall(operations.cancelBulkJob, caller) && mayDoBulkAction(action, caller),
    undo: can_be_undone && !!undoneBy && mayCall(operations.undoBulkJob, caller) && mayDoBulkAction(undoneBy, caller),
  })
}

const detailsOf = ({ incident, access }: Pick<Output<'bulkAsk'>, 'incident' | 'access'>): BulkDetails => ({
  incident: incident ?? null,
  access: access ?? null,
})

/** The selected rows, and the selection to store with the job: the filter as requested. */
function selectionOf(
  { action, filter, ids }: Pick<Output<'bulkAsk'>, 'action' | 'filter' | 'ids'>,
  caller: CurrentUser,
  lists: Lists['lists'],
): { selection: Selection; saved: object } {
  if ((filter === undefined) === (ids === undefined)) throw invalidField('ids', 'Give either ids or a filter')
  if (ids) return { selection: { ids }, saved: { rows: ids.length } }
  const { list } = bulkActionOf(action)
  const asked = readList(list, { filter }, caller).filter
  return { selection: { filter: lists.get(list)?.narrow?.(asked, caller) ?? asked }, saved: { filter: asked } }
}
