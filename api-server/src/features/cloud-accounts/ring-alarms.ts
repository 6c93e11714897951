import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/**
 * Has the rules of alarms asked at once, where something makes one plain or is over: nobody waits for the next minute. The job belongs to a
 * feature above, and looks at everything.
 */
export const ringAlarms = (tx: Db, { queue }: Pick<Deps, 'queue'>) =>
  queue.send(tx, 'alarms.look', {}, { unlessWaiting: true })
