import type { Tx } from '../db/open.ts'
import type { CloudDriver } from '../integrations/clouds/driver.ts'
import type { Queue } from '../jobs/queue.ts'

/** Port to exam attempts that use environments; the registry binds it to the exam room. Writes happen in the caller's transaction. */
export interface ExamEnvironments {
  /**
   * Replaces the environment of an attempt and ends the current one. The clock of a running exam is paused until the new one runs, and no reset is
   * used. Fails if the attempt is over or already has a newer environment.
   */
  replaceEnvironment(
    tx: Tx,
    deps: { queue: Queue; clouds: CloudDriver },
    environment: { id: string; attempt_id: string },
    by: { actor_id: string; reason: string },
  ): Promise<void>
}
