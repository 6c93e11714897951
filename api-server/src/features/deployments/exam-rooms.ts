import type { Tx } from '../../db/open.ts'
import type { CloudDriver } from '../../integrations/clouds/driver.ts'
import type { Queue } from '../../jobs/queue.ts'

/** Port to the attempts that are sat in environments; the registry binds it to the exam room. Writes happen in the caller's transaction. */
export interface ExamRooms {
  /**
   * Gives an attempt another environment instead of this one, which ends where it still stands. The clock of a running exam stands until the
   * new one runs, and no reset is used. Refused where the attempt is over, or has a newer environment already.
   */
  replaceEnvironment(
    tx: Tx,
    deps: { queue: Queue; clouds: CloudDriver },
    environment: { id: string; attempt_id: string },
    by: { actor_id: string; reason: string },
  ): Promise<void>
}
