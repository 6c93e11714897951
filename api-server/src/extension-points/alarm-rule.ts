import type { AlarmKind, AlarmLevel } from '@flagyard/api-types'
import type { Db } from '../db/open.ts'
import type { CloudName } from '../db/schema/index.ts'
import type { Queue } from '../jobs/queue.ts'

/** What rules may look at besides their own rows. */
export interface AlarmContext {
  queue: Pick<Queue, 'countDeadLetters'>
  /** The fewest accounts that a region of each cloud should have free. */
  poolLow: Record<CloudName, number>
}

/** Something that is wrong now. */
export interface AlarmFinding {
  /** There is one open alarm for each kind and subject. It never names a person. */
  subject: string
  /** How many rows it is about. */
  count: number
  /** For people and for the webhook: never an error's own words, which may hold a secret, and never a person. */
  sentence: string
  /** Lists of the console that show the very rows. */
  links: { label: string; to: string }[]
}

/** When something is wrong, declared by the feature that owns the rows. */
export interface AlarmRule {
  kind: AlarmKind
  level: AlarmLevel
  /** Whoever was told is told again once there are more rows. */
  grows?: true
  /** All that is wrong at this moment, in one statement: it is asked each minute. */
  find(tx: Db, context: AlarmContext): Promise<AlarmFinding[]>
}
