import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import { isDatabaseUnavailable, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { BulkAction, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findActor } from '../../../identity/queries.ts'
import { assertAccess, mayCall } from '../../../identity/require-access.ts'
import type { Job } from '../../../jobs/job.ts'
import * as queries from './queries.ts'
import { lockAndEvaluate } from './selection-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'clouds' | 'config' | 'queue' | 'log' | 'extensions' | 'examCertificates'>

export const bulkJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'bulk.run',
    // One at a time per process, so that bulk work does not slow down requests.
    concurrency: 1,
    handle: ({ id }: { id: string }, { signal }) => runBulk(deps, id, signal),
  } satisfies Job<{ id: string }>,
  {
    name: 'bulk.sweep',
    async handle() {
      for (const { id } of await queries.listStalled(deps.db)) await deps.queue.send(deps.db, 'bulk.run', { id })
    },
  },
]

/** Milliseconds after which a run goes back to the end of the queue, so that other bulk jobs get a turn. */
const SLICE_MILLISECONDS = 15_000

/**
 * Processes a job in chunks. Each chunk is one transaction with its changes, audit entries and outcomes. Safe to retry: a run continues after the
 * last committed chunk, so no row is processed twice. A concurrent second run takes over the job, and the first one stops because its token is no
 * longer valid. The permissions of the administrator who started the job are checked again for every chunk.
 */
export async function runBulk(deps: NeededDeps, id: string, signal?: AbortSignal): Promise<void> {
  const token = randomUUID()
  const job = await queries.claimJob(deps.db, id, token)
  if (!job) return
  const action = deps.extensions.bulkActions[job.action]
  const end = Date.now() + SLICE_MILLISECONDS
  /** After a chunk has failed as a whole, its rows are processed one by one. Number of rows left to process that way. */
  let singleRowsLeft = 0
  for (;;) {
    signal?.throwIfAborted()
    const size = singleRowsLeft > 0 ? 1 : action.chunk
    try {
      if (!(await deps.db.transaction((tx) => runChunk(deps, tx, { id, token, action, size })))) return
      singleRowsLeft = Math.max(0, singleRowsLeft - 1)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (size > 1) singleRowsLeft = size
      else if (!(await deps.db.transaction((tx) => failNextItem(deps, tx, { id, token, error })))) return
    }
    if (Date.now() > end) {
      await deps.queue.send(deps.db, 'bulk.run', { id })
      return
    }
    await yieldToEventLoop()
  }
}

/** Returns false if this run has nothing left to do. */
async function runChunk(
  { clock, clouds, config, queue, examCertificates }: NeededDeps,
  tx: Tx,
  { id, token, action, size }: { id: string; token: string; action: BulkAction; size: number },
): Promise<boolean> {
  const job = await queries.lockJob(tx, id, token)
  if (!job) return false
  const name = job.action
  const undoable = bulkActionOf(name).undoneBy !== undefined
  const items = await queries.listNextItems(tx, id, size)
  if (items.length === 0) {
    await queries.endJob(tx, id, { state: 'done', undoable })
    return false
  }
  await action.lockFirst?.(tx, items)
  const actor = await findActor(tx, job.actor_id)
  const because = refusalReason(name, actor)
  if (!actor || because) {
    await queries.endJob(tx, id, { state: 'failed', because: because ?? '', undoable })
    return false
  }
  const run = {
    deps: { clock, clouds, config, queue, examCertificates },
    actor,
    reason: job.reason,
    endDeployments: job.end_deployments,
    flag: job.flag,
    ask: { incident: job.incident, access: job.access },
    address: job.address,
    jobId: id,
  }
  await queries.recordOutcomes(tx, id, await outcomesOf(tx, action, items, run))
  return true
}

/** Reason why the administrator who started the job may no longer perform the action; undefined if they may. */
function refusalReason(name: BulkActionName, actor: CurrentUser | null): string | undefined {
  if (!actor) return 'The account that started this was deleted or disabled.'
  try {
    assertBulkAction(name, actor)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `The administrator who started this no longer has the rights for it. ${error.message}`
  }
}

async function outcomesOf(
  tx: Tx,
  action: BulkAction,
  items: Item[],
  run: Parameters<BulkAction['apply']>[2] & { actor: CurrentUser },
): Promise<Outcome[]> {
  const evaluations = await lockAndEvaluate(tx, action, items, action.refusal(run.actor, run.ask))
  const refused = evaluations.flatMap(({ id, message }) => (message === null ? [] : [{ id, refused: message }]))
  const refusedIds = new Set(refused.map(({ id }) => id))
  const accepted = items.filter((item) => !refusedIds.has(item.id))
  return [...refused, ...(accepted.length > 0 ? await action.apply(tx, accepted, run) : [])]
}

/** Marks the next row as failed, so that the job continues with the rows after it. */
async function failNextItem(
  { log }: NeededDeps,
  tx: Tx,
  { id, token, error }: { id: string; token: string; error: unknown },
): Promise<boolean> {
  if (!(await queries.lockJob(tx, id, token))) return false
  const [item] = await queries.listNextItems(tx, id, 1)
  if (!item) return true
  log.error({ err: error, bulkJob: id, item: item.id }, 'a row of a bulk job failed')
  const refused =
    error instanceof ApiError ? error.message : 'Something went wrong on our side. Please try this one again.'
  await queries.recordOutcomes(tx, id, [{ id: item.id, refused }])
  return true
}

/** A bulk action requires the same permissions as its single call. Checked before anything is read, and again for every chunk. */
export const assertBulkAction = (name: BulkActionName, user: CurrentUser | null) =>
  assertAccess(singleOperation(name), user)

export const mayDoBulkAction = (name: BulkActionName, user: CurrentUser) => mayCall(singleOperation(name), user)

/** The operation of the action on a single row, with the capabilities that the action requires. */
function singleOperation(name: BulkActionName) {
  const capabilities = capabilitiesOf(name)
  return { ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }
}
