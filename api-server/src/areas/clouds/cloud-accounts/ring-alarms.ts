import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Evaluates the alarm rules immediately instead of within the next minute, when something has started or ended a condition. The job belongs to a
 * higher-level feature and evaluates all rules.
 */
export const ringAlarms = (tx: Db, { queue }: Pick<Deps, 'queue'>) =>
  queue.send(tx, 'alarms.look', {}, { unlessWaiting: true })
