import type { Config } from '../config.ts'
import type { AnySource, Refusal } from '../db/list-source.ts'
import type { Tx } from '../db/open.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import type { Clock } from '../integrations/clock.ts'

/** How one action of the contract (bulk/actions.ts there) is done. */
export interface BulkAction {
  /** The rows of the list that the contract names beside the action. */
  source: AnySource
  /** Why a row is refused, as SQL over the list's table; null where it may be done. The dry run and the run ask the same. */
  refusal(actor: Pick<CurrentUser, 'id' | 'capabilities'>): Refusal
  /** What the list calls a row, for "there is no … any more". */
  one: string
  /** Rows in one transaction: as many as hold the embedded database for the blink of an eye. */
  chunk: number
  /** Locks that come before those of the rows, in every transaction of the product in one order. */
  lockFirst?(tx: Tx): Promise<unknown>
  /** Does it to rows that are locked and not refused. Answers what became of each. */
  apply(tx: Tx, rows: Item[], run: BulkRun): Promise<Outcome[]>
}

export interface Item {
  id: string
  /** What the undone work left for its undoing; null when this undoes nothing. */
  memo: Record<string, unknown> | null
}

export interface BulkRun {
  deps: { clock: Clock; config: Config }
  actor: Pick<CurrentUser, 'id' | 'username'>
  reason: string | null
  address: string | null
  jobId: string
}

export type Outcome = { id: string; memo?: Record<string, unknown> } | { id: string; refused: string }
