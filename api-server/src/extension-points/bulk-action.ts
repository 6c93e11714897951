import type { SQL } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { AnySource, Refusal } from '../db/list-source.ts'
import type { Db, Tx } from '../db/open.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import type { Clock } from '../integrations/clock.ts'
import type { Queue } from '../jobs/queue.ts'

/** Implementation of a bulk action of the contract (bulk/actions.ts of packages/api-types). */
export interface BulkAction {
  /** Source of the list that the contract names for the action. */
  source: AnySource
  /** SQL over the list's table for why a row is refused; null when it is not. The dry run and the run both use it. */
  refusal(actor: Pick<CurrentUser, 'id' | 'capabilities'>): Refusal
  /** Singular name of a row, for "This account no longer exists". */
  resourceName: string
  /** Rows per transaction: few enough that the embedded database is not blocked noticeably. */
  chunk: number
  /** How many labs would end together with these rows (a subquery of their ids), for an action that asks about it. */
  countLabs?(db: Db, ids: SQL): Promise<{ running: number; queued: number }>
  /** Takes locks that must come before the row locks. Every transaction locks in the same order, to avoid deadlocks. */
  lockFirst?(tx: Tx): Promise<unknown>
  /** Applies the action to rows that are locked and not refused, and returns the outcome of each. */
  apply(tx: Tx, rows: Item[], run: BulkRun): Promise<Outcome[]>
}

export interface Item {
  id: string
  /** Data that the undone job saved for its undo; null when this job does not undo another. */
  memo: Record<string, unknown> | null
}

export interface BulkRun {
  deps: { clock: Clock; config: Config; queue: Queue }
  actor: Pick<CurrentUser, 'id' | 'username'>
  reason: string | null
  /** Whether labs are ended too, for an action that asks about it. */
  endDeployments: boolean
  address: string | null
  jobId: string
}

export type Outcome = { id: string; memo?: Record<string, unknown> } | { id: string; refused: string }
