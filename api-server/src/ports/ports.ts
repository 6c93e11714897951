import type { Money } from '@flagyard/api-types'
import type { SQL } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/open.ts'
import type { CloudName, OrderVisibility } from '../db/schema/index.ts'
import type { AuditActor } from '../identity/current-user.ts'
import type { CloudDriver } from '../integrations/clouds/driver.ts'
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

/** Port to certificates, a feature above exams; bound in the registry. Bulk actions pass it on. */
export interface ExamCertificates {
  /** Issues the certificate of a passed exam, if it has one that was not issued yet. Returns whether it did. */
  issue(tx: Tx, config: Config, learner: { user_id: string; exam_id: string }): Promise<boolean>
  /** Revokes the certificate of an exam whose result is no longer valid. Returns whether there was one. */
  revoke(tx: Tx, by: AuditActor, learner: { user_id: string; exam_id: string }): Promise<boolean>
}

/** Port to certificates, a higher-level feature; bound in the registry. */
export interface IssuedCertificates {
  /** The learner's newest certificate of the course with this slug; null without one. */
  findId(db: Db, userId: string, course: string): Promise<string | null>
  /** Subquery: the learner's newest valid certificate of the course or the exam in these columns. */
  validId(userId: SQL, courseId: SQL, examId: SQL): SQL<string | null>
  /** Certificates of these people for these courses and exams; oldest first. Excludes withdrawn ones. */
  listEarned(db: Db, earned: EarnedBy): Promise<object[]>
}

export interface EarnedBy {
  users: string[]
  courses: string[]
  exams: string[]
  limit: number
}

interface OrderOfVouchers {
  number: string
  buyer: string | null
  price: Money
  /** The company that paid, else the buyer’s name. */
  payer: string
  /** Data about the use of its seats that the buyer can see. */
  visibility: OrderVisibility
  /** Message from the buyer to the recipients. */
  gift_message: string | null
}

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers and other order facts that vouchers need, by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, OrderOfVouchers>>
  /** Condition: the column contains the id of the order with this number. */
  isNumber(orderId: SQL, number: string): SQL
}
