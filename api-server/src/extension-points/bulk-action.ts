import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { SQL } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { AnySource, Refusal } from '../db/lists/list-source.ts'
import type { Db, Tx } from '../db/open.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import type { Clock } from '../integrations/clock.ts'
import type { CloudDriver } from '../integrations/clouds/driver.ts'
import type { Queue } from '../jobs/queue.ts'
import type { ExamCertificates } from '../ports/ports.ts'

/** Implementation of a bulk action of the contract (bulk/actions.ts of packages/api-types). */
export interface BulkAction {
  /** Source of the list that the contract names for the action. */
  source: AnySource
  /** SQL over the list's table: the reason why a row is refused, or null. Used by both the dry run and the run. */
  refusal(actor: Pick<CurrentUser, 'id' | 'capabilities'>, ask: BulkDetails): Refusal
  /** Singular name of a row, for "This account no longer exists". */
  resourceName: string
  /** Displayed name of a row, as SQL over the list's table, if its id is not meaningful to people. */
  label?: SQL<string>
  /** Rows per transaction: few enough that the embedded database is not blocked noticeably. */
  chunk: number
  /** Number of labs that would end together with these rows (a subquery of their ids), for an action that asks about it. */
  countLabs?(db: Db, ids: SQL): Promise<Output<'openLabs'>>
  /** Throws if the action is missing required details. */
  assertComplete?(ask: BulkDetails, isDryRun: boolean): void
  /** Expected effect on each row, for an action that can predict it. */
  describe?(db: Db, rows: DescribedRow[], ask: BulkDetails): Promise<Map<string, Accepted<'incidentEffect'>>>
  /** Takes locks that must precede the row locks. All transactions lock in the same order, to avoid deadlocks. */
  lockFirst?(tx: Tx, rows: Item[]): Promise<unknown>
  /** Applies the action to rows that are locked and not refused. Returns the outcome of each row. */
  apply(tx: Tx, rows: Item[], run: BulkRun): Promise<Outcome[]>
}

/** Details that the action needs in addition to its rows and its reason. */
export interface BulkDetails {
  incident: Output<'incidentAsk'> | null
  /** Content to open for accounts, or number of days to add. */
  access: Output<'bulkAccess'> | null
}

interface DescribedRow {
  id: string
  /** Reason of a refusal; null if the row is not refused. */
  message: string | null
}

export interface Item {
  id: string
  /** Data that the undone job saved for its undo; null when this job does not undo another. */
  memo: Record<string, unknown> | null
}

export interface BulkRun {
  deps: { clock: Clock; clouds: CloudDriver; config: Config; queue: Queue; examCertificates: ExamCertificates }
  actor: Pick<CurrentUser, 'id' | 'username'>
  reason: string | null
  /** Whether labs are also ended, for an action that asks about it. */
  endDeployments: boolean
  flag: string | null
  ask: BulkDetails
  address: string | null
  jobId: string
}

/** `message` is a note about a changed row. */
export type Outcome = { id: string; memo?: Record<string, unknown>; message?: string } | { id: string; refused: string }
