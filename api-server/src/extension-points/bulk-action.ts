import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { SQL } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { AnySource, Refusal } from '../db/list-source.ts'
import type { Db, Tx } from '../db/open.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import type { Clock } from '../integrations/clock.ts'
import type { CloudDriver } from '../integrations/clouds/driver.ts'
import type { Queue } from '../jobs/queue.ts'
import type { ExamCertificates } from './exam-certificates.ts'

/** Implementation of a bulk action of the contract (bulk/actions.ts of packages/api-types). */
export interface BulkAction {
  /** Source of the list that the contract names for the action. */
  source: AnySource
  /** SQL over the list's table for why a row is refused; null when it is not. The dry run and the run both use it. */
  refusal(actor: Pick<CurrentUser, 'id' | 'capabilities'>, ask: BulkDetails): Refusal
  /** Singular name of a row, for "This account no longer exists". */
  resourceName: string
  /** How people call a row, over the list's table, where its id tells nobody. */
  label?: SQL<string>
  /** Rows per transaction: few enough that the embedded database is not blocked noticeably. */
  chunk: number
  /** How many labs would end together with these rows (a subquery of their ids), for an action that asks about it. */
  countLabs?(db: Db, ids: SQL): Promise<Output<'openLabs'>>
  /** Refuses what the action cannot begin without. */
  assertComplete?(ask: BulkDetails, isDryRun: boolean): void
  /** What would become of each row, for an action that can say it. */
  describe?(db: Db, rows: DescribedRow[], ask: BulkDetails): Promise<Map<string, Accepted<'incidentEffect'>>>
  /** Takes locks that must come before the row locks. Every transaction locks in the same order, to avoid deadlocks. */
  lockFirst?(tx: Tx, rows: Item[]): Promise<unknown>
  /** Applies the action to rows that are locked and not refused, and returns the outcome of each. */
  apply(tx: Tx, rows: Item[], run: BulkRun): Promise<Outcome[]>
}

/** What the action needs besides its rows and its reason. */
export interface BulkDetails {
  incident: Output<'incidentAsk'> | null
  /** What is opened to accounts, or how many days are added. */
  access: Output<'bulkAccess'> | null
}

export interface DescribedRow {
  id: string
  /** Why it is refused; null when it is not. */
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
  /** Whether labs are ended too, for an action that asks about it. */
  endDeployments: boolean
  /** The flag that a regrade is about. */
  flag: string | null
  ask: BulkDetails
  address: string | null
  jobId: string
}

/** `message` says what is to be known of a row that was changed. */
export type Outcome = { id: string; memo?: Record<string, unknown>; message?: string } | { id: string; refused: string }
