import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type BulkActionName, bulkActionOf } from '@flagyard/api-types'
import { isDatabaseUnavailable, type Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import type { BulkAction, Item, Outcome } from '../../extension-points/bulk-action.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findActor } from '../../identity/queries.ts'
import { assertBulkAction } from './assert-action.ts'
import * as queries from './queries.ts'
import { lockAndJudge } from './selection-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log' | 'extensions'>

/** A run gives way to other bulk work after so long; the rest waits at the end of the queue. */
const SLICE_MILLISECONDS = 15_000

/**
 * Works through a job chunk by chunk. A chunk is one transaction: what is done to its rows, their audit entries and "done" are there together or not at all.
 * Replay: a run goes on behind the last chunk that was committed, so no row is done twice. A second run at the same time takes the job over, and the first,
 * whose token is gone, changes nothing more. Whoever started it is asked for the right again with every chunk.
 */
export async function runBulk(deps: NeededDeps, id: string, signal?: AbortSignal): Promise<void> {
  const token = randomUUID()
  const job = await queries.claimJob(deps.db, id, token)
  if (!job) return
  const action = deps.extensions.bulkActions[job.action]
  const end = Date.now() + SLICE_MILLISECONDS
  /** How many rows to take one by one, after a chunk that failed as a whole. */
  let singly = 0
  for (;;) {
    signal?.throwIfAborted()
    const size = singly > 0 ? 1 : action.chunk
    try {
      if (!(await deps.db.transaction((tx) => doChunk(deps, tx, { id, token, action, size })))) return
      singly = Math.max(0, singly - 1)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (size > 1) singly = size
      else if (!(await deps.db.transaction((tx) => failNext(deps, tx, { id, token, error })))) return
    }
    if (Date.now() > end) {
      await deps.queue.send(deps.db, 'bulk.run', { id })
      return
    }
    await breathe()
  }
}

/** False when there is nothing more to do for this run. */
async function doChunk(
  { clock, config }: NeededDeps,
  tx: Tx,
  { id, token, action, size }: { id: string; token: string; action: BulkAction; size: number },
): Promise<boolean> {
  const job = await queries.holdJob(tx, id, token)
  if (!job) return false
  const name = job.action
  const undoable = bulkActionOf(name).undoneBy !== undefined
  const items = await queries.listNextItems(tx, id, size)
  if (items.length === 0) {
    await queries.endJob(tx, id, { state: 'done', undoable })
    return false
  }
  await action.lockFirst?.(tx)
  const actor = await findActor(tx, job.actor_id)
  const because = whyNot(name, actor)
  if (!actor || because) {
    await queries.endJob(tx, id, { state: 'failed', because: because ?? '', undoable })
    return false
  }
  const run = { deps: { clock, config }, actor, reason: job.reason, address: job.address, jobId: id }
  await queries.recordOutcomes(tx, id, await outcomesOf(tx, action, items, run))
  return true
}

/** Why whoever started the job may not go on with it; undefined while they may. */
function whyNot(name: BulkActionName, actor: CurrentUser | null): string | undefined {
  if (!actor) return 'The account that started this is gone, disabled or being deleted.'
  try {
    assertBulkAction(name, actor)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `Whoever started this may not do it any more. ${error.message}`
  }
}

async function outcomesOf(
  tx: Tx,
  action: BulkAction,
  items: Item[],
  run: Parameters<BulkAction['apply']>[2] & { actor: CurrentUser },
): Promise<Outcome[]> {
  const verdicts = await lockAndJudge(tx, action, items, action.refusal(run.actor))
  const refused = verdicts.flatMap(({ id, message }) => (message === null ? [] : [{ id, refused: message }]))
  const stopped = new Set(refused.map(({ id }) => id))
  const able = items.filter((item) => !stopped.has(item.id))
  return [...refused, ...(able.length > 0 ? await action.apply(tx, able, run) : [])]
}

/** The one row that cannot be done is kept as failed, and the rest goes on. */
async function failNext(
  { log }: NeededDeps,
  tx: Tx,
  { id, token, error }: { id: string; token: string; error: unknown },
): Promise<boolean> {
  if (!(await queries.holdJob(tx, id, token))) return false
  const [item] = await queries.listNextItems(tx, id, 1)
  if (!item) return true
  log.error({ err: error, bulkJob: id, item: item.id }, 'a row of a bulk job failed')
  const refused = error instanceof ApiError ? error.message : 'Something went wrong on our side. Try this one again.'
  await queries.recordOutcomes(tx, id, [{ id: item.id, refused }])
  return true
}
