import type { AlarmKind, AlarmLevel } from '@flagyard/api-types'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { CloudName } from '../db/schema/index.ts'
import type { Queue } from '../jobs/queue.ts'

/** Data that rules may use in addition to their own rows. */
export interface AlarmContext {
  queue: Pick<Queue, 'countDeadLetters'>
  /** Minimum number of free accounts per region, by cloud. */
  poolLow: Record<CloudName, number>
  now: Date
  /** Scheduled backups, if there are any. */
  backup: Config['backup']
}

export interface AlarmFinding {
  /** There is one open alarm per kind and subject. Never contains a person's name. */
  subject: string
  /** Number of affected rows. */
  count: number
  /** For people and the webhook. Never contains an error's own message, which may include a secret, or a person's name. */
  sentence: string
  /** Lists of the console that show exactly these rows. */
  links: { label: string; to: string }[]
}

/** Evaluates all alarm rules immediately instead of within the next minute. Call it when something has started or ended a condition. */
export const checkAlarmsNow = (tx: Db, { queue }: { queue: Pick<Queue, 'send'> }) =>
  queue.send(tx, 'alarms.look', {}, { unlessWaiting: true })

/** Condition for an alarm, declared by the feature that owns the rows. */
export interface AlarmRule {
  kind: AlarmKind
  level: AlarmLevel
  /** Notifies again when the number of rows grows. */
  grows?: true
  /** All current problems, with one statement, because it runs every minute. */
  find(tx: Db, context: AlarmContext): Promise<AlarmFinding[]>
}
