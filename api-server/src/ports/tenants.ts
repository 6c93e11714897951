import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import type { CloudName } from '../db/schema/index.ts'
import type { Queue } from '../jobs/queue.ts'

/** Port to the tenants of accounts; the registry binds it to deployments. Writes happen in the caller's transaction. */
export interface Tenants {
  /** Assigns free accounts of this cloud to the queue, in order. The caller has locked the pool. */
  assignFreeAccounts(tx: Db, deps: { queue: Queue }, cloud: CloudName): Promise<void>
  /** Must be called before locking the account, to keep the lock order. */
  lockDeployment(tx: Db, deploymentId: string): Promise<void>
  /**
   * Ends the deployment that leases an account, because an administrator needs the account. The learner sees the reason and the consequences. False
   * if it is already ending.
   */
  endLab(tx: Db, deps: { queue: Queue }, deploymentId: string, why: string): Promise<boolean>
  /** Holders by deployment id. Excludes ended deployments. */
  listHolders(db: Db, deploymentIds: string[]): Promise<Map<string, Holder>>
  /** Condition: the deployment in this column belongs to this learner and has not ended. */
  isHeldBy(deploymentId: SQL, username: string): SQL
  /** Deployments that used an account; latest first. */
  listTenancies(db: Db, accountId: string, limit: number): Promise<Tenancy[]>
  /** Tenancies of these deployments, in no order. Those of erased learners no longer exist. */
  findTenancies(db: Db, deploymentIds: string[]): Promise<Tenancy[]>
}

export interface Holder {
  username: string
  lab: string | null
  /** The deployment is already ending. */
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
