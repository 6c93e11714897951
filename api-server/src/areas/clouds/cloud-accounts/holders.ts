import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { findReceiptAfter, findReceiptBefore } from './cleaning/receipt-queries.ts'
import * as leases from './lease-history-queries.ts'
import { findAccountAt, findAccountEver, findLeaseTimes } from './queries.ts'

/** Maximum number of previous holders shown on the page of an account. */
const SHOWN_HOLDERS = 20

type NeededDeps = Pick<Deps, 'db' | 'tenants'>
type Holder = Accepted<'cloudAccountHolder'>

/** Holders of the account with their times, latest first, and the results of the clean-ups before and after. */
export async function listHolders({ db, tenants }: NeededDeps, id: string) {
  const account = await findAccountEver(db, id)
  const tenancies = await tenants.listTenancies(db, account.id, SHOWN_HOLDERS)
  const leased = await findLeaseTimes(
    db,
    account.id,
    tenancies.map(({ deployment_id }) => deployment_id),
  )
  const held = tenancies
    .map((tenancy) => ({ ...tenancy, from: leased.get(tenancy.deployment_id) ?? tenancy.from }))
    .toSorted((a, b) => b.from.getTime() - a.from.getTime())
  return Promise.all(
    held.map(async (tenancy, index) => ({
      ...tenancy,
      before: await findReceiptBefore(db, account.id, tenancy.from),
      after: tenancy.until && (await findReceiptAfter(db, account.id, tenancy.until, held[index - 1]?.from)),
    })),
  )
}

/**
 * Holder of the account at a moment, from its history. A learner who was waiting at that moment and got the account later does not count. Includes
 * retired accounts, because a notice may arrive weeks later.
 */
export async function findHolderAt(
  deps: NeededDeps,
  id: string,
  { at }: { at: string },
): Promise<Accepted<'cloudAccountMoment'>> {
  const { db } = deps
  const moment = new Date(at)
  const account = await findAccountAt(db, id, moment)
  const [begun, after, status] = await Promise.all([
    leases.findLeaseBegunBy(db, account.id, moment),
    leases.findLeaseBegunAfter(db, account.id, moment),
    leases.findStatusAt(db, account.id, moment),
  ])
  const isHeld = begun !== undefined && (begun.until === null || begun.until > moment)
  const before = isHeld ? await leases.findLeaseBefore(db, account.id, begun) : begun
  return {
    at,
    status: status ?? null,
    ...(await withReceipts(deps, account.id, { before, at: isHeld ? begun : undefined, after })),
  }
}

/** Holders of an account before, during and after a deployment; null if the deployment never had the account. */
export async function findHoldersAround(deps: NeededDeps, accountId: string, deploymentId: string) {
  const { db } = deps
  const own = await leases.findLeaseOf(db, accountId, deploymentId)
  if (!own) return null
  const [before, after] = await Promise.all([
    leases.findLeaseBefore(db, accountId, own),
    leases.findLeaseAfter(db, accountId, own),
  ])
  const { holder, ...around } = await withReceipts(deps, accountId, { before, at: own, after })
  return { ...around, at: holder }
}

type Around<T> = Record<'before' | 'at' | 'after', T>

async function withReceipts({ db, tenants }: NeededDeps, accountId: string, around: Around<leases.Lease | undefined>) {
  const found = Object.values(around).filter((lease) => lease !== undefined)
  const tenancies = await tenants.findTenancies(
    db,
    found.map(({ deployment_id }) => deployment_id),
  )
  const holderOf = async (lease: leases.Lease | undefined, next: leases.Lease | undefined): Promise<Holder | null> => {
    const tenancy = tenancies.find(({ deployment_id }) => deployment_id === lease?.deployment_id)
    if (!lease || !tenancy) return null
    const { from, until } = lease
    return {
      ...tenancy,
      from,
      until,
      before: await findReceiptBefore(db, accountId, from),
      after: until && (await findReceiptAfter(db, accountId, until, next?.from)),
    }
  }
  const [before, holder, after] = await Promise.all([
    holderOf(around.before, around.at ?? around.after),
    holderOf(around.at, around.after),
    holderOf(around.after, undefined),
  ])
  return { before, holder, after }
}
