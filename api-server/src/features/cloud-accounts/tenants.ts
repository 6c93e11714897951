import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { IsHeldBy } from './held-by-sql.ts'

/** Port to what leases accounts; the registry binds it to deployments. Writes happen in the caller's transaction. */
export interface Tenants {
  /** Assigns free accounts of this cloud to those who wait, in order. The caller has locked the pool. */
  assignFreeAccounts(tx: Db, deps: { queue: Queue }, cloud: CloudName): Promise<void>
  /** Call it before locking the account: everyone locks in this order. */
  lockDeployment(tx: Db, deploymentId: string): Promise<void>
  /**
   * Ends the deployment that leases an account because an administrator takes the account. Its learner reads why, and what follows for them.
   * False when it is already ending.
   */
  endLab(tx: Db, deps: { queue: Queue }, deploymentId: string, why: string): Promise<boolean>
  /** Holders by deployment id, without deployments that have ended. */
  listHolders(db: Db, deploymentIds: string[]): Promise<Map<string, Holder>>
  /** Whether this deployment is one of the learner's that have not ended. */
  isHeldBy: IsHeldBy
  /** Everything that was built in an account, the latest first. */
  listTenancies(db: Db, accountId: string, limit: number): Promise<Tenancy[]>
  /** The same of these deployments alone, in no order. One whose learner was erased is not there any more. */
  findTenancies(db: Db, deploymentIds: string[]): Promise<Tenancy[]>
}

export interface Holder {
  username: string
  lab: string | null
  /** The deployment is already being ended. */
  is_ending: boolean
}

export interface Tenancy {
  deployment_id: string
  username: string
  lab: string | null
  exam: string | null
  from: Date
  until: Date | null
  reason: string | null
}
