import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import type { Queue } from '../../jobs/queue.ts'

/** Whoever leases accounts, as the pool sees them: the registry binds it to deployments. Writes happen in the caller's transaction. */
export interface Tenants {
  /** An account of this cloud is free: whoever waits first gets it. The pool is locked by the caller. */
  assignFreeAccounts(tx: Db, deps: { queue: Queue }, cloud: CloudName): Promise<void>
  /** Comes before the lock of the account: everybody locks in this order. */
  lockDeployment(tx: Db, deploymentId: string): Promise<void>
  /** Ends what an account was leased for because an administrator empties it; false when it is ending already. */
  endForNuke(tx: Db, deps: { queue: Queue }, deploymentId: string): Promise<boolean>
  /** Who holds what, by deployment; those that have ended hold nothing. */
  listHolders(db: Db, deploymentIds: string[]): Promise<Map<string, { username: string; lab: string | null }>>
}
