import { and, asc, desc, eq, gt, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { cloudAccountTransitions as steps } from '../../../db/schema/index.ts'

/** A lease of an account by a deployment, from the transition that starts it to the one that ends it. */
export interface Lease {
  /** Id of the transition that started it. Gives an order to leases with the same timestamp. */
  id: number
  deployment_id: string
  from: Date
  until: Date | null
}

const isBegin = and(eq(steps.from_status, 'Available'), eq(steps.to_status, 'Locked'), isNotNull(steps.deployment_id))
const isInUse = sql`${steps.from_status} in ('Locked', 'Provisioning', 'Provisioned')`
/** Transition to the pool, to the clean-up, or to a hold. */
const isEnd = and(
  isInUse,
  or(
    sql`${steps.to_status} in ('Available', 'Dirty')`,
    and(eq(steps.to_status, 'Locked'), sql`${steps.from_status} <> 'Locked'`),
  ),
)

/** Latest lease that had started by then. It may have ended. */
export const findLeaseBegunBy = (db: Db, accountId: string, at: Date) =>
  findLease(db, accountId, lte(steps.at, at), desc(steps.id))

export const findLeaseBegunAfter = (db: Db, accountId: string, at: Date) =>
  findLease(db, accountId, gt(steps.at, at), asc(steps.id))

/** The next lease after a given one, and the previous one. */
export const findLeaseAfter = (db: Db, accountId: string, { id }: Lease) =>
  findLease(db, accountId, gt(steps.id, id), asc(steps.id))
export const findLeaseBefore = (db: Db, accountId: string, { id }: Lease) =>
  findLease(db, accountId, lt(steps.id, id), desc(steps.id))

/** Latest lease of the account by a deployment. A learner who missed their turn may have had the account twice. */
export const findLeaseOf = (db: Db, accountId: string, deploymentId: string) =>
  findLease(db, accountId, eq(steps.deployment_id, deploymentId), desc(steps.id))

async function findLease(db: Db, accountId: string, where: SQL, order: SQL): Promise<Lease | undefined> {
  const [begin] = await db
    .select({ id: steps.id, at: steps.at, deployment_id: steps.deployment_id })
    .from(steps)
    .where(and(eq(steps.cloud_account_id, accountId), isBegin, where))
    .orderBy(order)
    .limit(1)
  if (!begin?.deployment_id) return undefined
  const [end] = await db
    .select({ at: steps.at })
    .from(steps)
    .where(and(eq(steps.cloud_account_id, accountId), gt(steps.id, begin.id), isEnd))
    .orderBy(asc(steps.id))
    .limit(1)
  return { id: begin.id, deployment_id: begin.deployment_id, from: begin.at, until: end?.at ?? null }
}

/** Status of the account at a moment; undefined before its history starts. Ignores notes, which are history rows without a status change. */
export async function findStatusAt(db: Db, accountId: string, at: Date) {
  const [step] = await db
    .select({ to: steps.to_status })
    .from(steps)
    .where(
      and(
        eq(steps.cloud_account_id, accountId),
        lte(steps.at, at),
        or(sql`${steps.from_status} is null`, ne(steps.from_status, steps.to_status)),
      ),
    )
    .orderBy(desc(steps.id))
    .limit(1)
  return step?.to
}
