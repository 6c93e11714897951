import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Person } from './personal-data.ts'

/** A learner's course, lab or exam, with the labs whose progress belongs to it. */
export interface Held {
  user_id: string
  course_id: string | null
  exam_id: string | null
  /** The lab itself, or those of the course: without those that something else opens to the learner. */
  lab_ids: string[]
  order_id: string | null
  voucher_id: string | null
}

/** One line of a preview. */
export interface HeldItem {
  /** In words: `3 notes`. */
  what: string
  /** `lasting`: it runs to its end whatever becomes of the entitlement, and so does a `record` stay. */
  is: 'running' | 'lasting' | 'progress' | 'record'
  /** Two accounts may both have it: a move merges it. Otherwise it refuses. */
  merges?: true
  /** What two previews are compared by: an item whose key stays the same has not changed in a way that matters. */
  key: string
}

/** What would open content to an account once it is paid or activated. */
export interface Pending {
  resource: 'orders' | 'vouchers'
  id: string
  what: string
}

export interface Wanting {
  user_id: string
  email: string
  kind: 'course' | 'lab' | 'exam'
  /** Of the content. */
  slug: string
}

/** A lesson of a course as an account finds it, apart from what the ledger says. */
export interface LessonFound {
  section: string
  section_title: string
  lesson: string
  title: string
  lab_id: string | null
  /** Open without an account. */
  free: boolean
  completed: boolean
  /** Why its section is closed to the account; null when it is open. */
  closed: string | null
}

export interface HoldingDeps {
  queue: Queue
  config: Config
}

/**
 * What one feature keeps of a learner's course, lab or exam: the one interface by which the ledger shows it, ends it and moves it to another
 * account. All of a change is one transaction, under the locks of the accounts concerned.
 */
export interface HeldContent {
  list?(db: Db, held: Held): Promise<HeldItem[]>
  /** Unpaid orders and unused vouchers for the content. */
  pending?(db: Db, wanting: Wanting): Promise<Pending[]>
  /** Lessons of the course, in its order. */
  lessons?(db: Db, of: { user_id: string; course_id: string }): Promise<LessonFound[]>
  /** Why it cannot go to another account now; null when it can. */
  refusal?(tx: Tx, held: Held): Promise<string | null>
  /** Ends what runs and takes back what is booked. */
  end?(tx: Tx, deps: HoldingDeps, held: Held, by: { person: Person; reason: string }): Promise<void>
  /** Moves its rows to an account that has none of them, or only some that merge. */
  move?(tx: Tx, held: Held, to: string): Promise<void>
  /** Makes what a new entitlement begins with. */
  open?(tx: Tx, held: Held): Promise<void>
  /** Whether the learner has used it up, so that it may be given again while it is open. */
  isUsedUp?(tx: Tx, held: Held): Promise<boolean>
}
