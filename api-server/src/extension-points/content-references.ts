import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/open.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Person } from './personal-data.ts'

/** A learner's course, lab or exam, with the labs whose progress belongs to it. */
export interface LearnerContent {
  user_id: string
  course_id: string | null
  exam_id: string | null
  /** The lab itself, or the labs of the course. Excludes labs that something else also opens to the learner. */
  lab_ids: string[]
  order_id: string | null
  voucher_id: string | null
}

/** Line of a preview: one thing that refers to the content. */
export interface ContentReference {
  /** Text for people: `3 notes`. */
  what: string
  /** `lasting` items run to their end and `record` items stay, whatever happens to the entitlement. */
  is: 'running' | 'lasting' | 'progress' | 'record'
  /** A move can merge it if both accounts have it. Otherwise the move is refused. */
  merges?: true
  /** Used to compare two previews: if an item's key is the same, it has not changed in a relevant way. */
  key: string
}

/** Order or voucher that would open the content to an account once it is paid or activated. */
export interface Pending {
  resource: 'orders' | 'vouchers'
  id: string
  what: string
}

export interface Wanting {
  user_id: string
  email: string
  kind: 'course' | 'lab' | 'exam'
  slug: string
}

/** Lesson of a course as an account sees it, regardless of the ledger. */
export interface LessonFound {
  section: string
  section_title: string
  lesson: string
  title: string
  lab_id: string | null
  /** Open without an account. */
  free: boolean
  completed: boolean
  /** Reason why its section is closed to the account; null if it is open. */
  closed: string | null
}

export interface ReferenceDeps {
  queue: Queue
  config: Config
}

/**
 * One feature's data that refers to a learner's course, lab or exam. The ledger uses only this interface to show it, end it and move it to
 * another account. Each change is one transaction, under the locks of the accounts concerned.
 */
export interface ContentReferences {
  list?(db: Db, content: LearnerContent): Promise<ContentReference[]>
  /** Unpaid orders and unused vouchers for the content. */
  pending?(db: Db, wanting: Wanting): Promise<Pending[]>
  lessons?(db: Db, of: { user_id: string; course_id: string }): Promise<LessonFound[]>
  /** Reason why it cannot be moved to another account now; null if it can. */
  refusal?(tx: Tx, content: LearnerContent): Promise<string | null>
  /** Ends what is running and cancels what is booked. */
  end?(tx: Tx, deps: ReferenceDeps, content: LearnerContent, by: { person: Person; reason: string }): Promise<void>
  /** Moves its rows to an account that has none of them, or only mergeable ones. */
  move?(tx: Tx, content: LearnerContent, to: string): Promise<void>
  /** Creates the initial data of a new entitlement. */
  open?(tx: Tx, content: LearnerContent): Promise<void>
  /** Whether the learner has used it up, so that it may be granted again while it is open. */
  isUsedUp?(tx: Tx, content: LearnerContent): Promise<boolean>
}
