import { operations } from '@flagyard/api-types'
import { DEFAULT_CURRENCY } from '@flagyard/api-types/contract/money'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './price-queries.ts'

type NeededDeps = Pick<Deps, 'db'>

/** Currency of all resource prices. */
export const PRICE_CURRENCY = DEFAULT_CURRENCY

export const allowedOnPrice = (_: object, caller: CurrentUser) =>
  allowedAmong({
    update: mayCall(operations.updateResourcePrice, caller),
    delete: mayCall(operations.deleteResourcePrice, caller),
  })

export async function readPrice({ db }: NeededDeps, caller: CurrentUser, id: string) {
  const row = await queries.findPrice(db, id)
  if (!row) throw priceNotFound()
  return { ...row, allowed: allowedOnPrice(row, caller) }
}

export async function createPrice({ db }: NeededDeps, { actor, address }: AuditActor, input: Output<'priceInput'>) {
  const id = await db.transaction(async (tx) => {
    const row = await queries.insertPrice(tx, { ...input, currency: PRICE_CURRENCY })
    if (!row) throw invalidField('type', 'This type already has a price in this region. Change that price instead')
    await recordAudit(tx, { actor, address, action: 'prices.create', subject: subject(row), after: input })
    return row.id
  })
  return readPrice({ db }, actor, id)
}

export async function updatePrice(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  { version, hourly_micros }: Output<'priceEdit'>,
) {
  await db.transaction(async (tx) => {
    const before = await lockPrice(tx, id)
    if (before.version !== version)
      throw new ApiError('stale_version', 'Someone else changed this price in the meantime. Please reload it.')
    if (before.hourly_micros === hourly_micros) return
    await queries.updatePrice(tx, before.id, hourly_micros)
    const change = { before: { hourly_micros: before.hourly_micros }, after: { hourly_micros } }
    await recordAudit(tx, { ...by, action: 'prices.update', subject: subject(before), ...change })
  })
  return readPrice({ db }, by.actor, id)
}

/** Without a price, the cost is shown as unknown and not estimated. */
export async function deletePrice({ db }: NeededDeps, { actor, address }: AuditActor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockPrice(tx, id)
    await queries.deletePrice(tx, before.id)
    await recordAudit(tx, { actor, address, action: 'prices.delete', subject: subject(before), before })
  })
}

async function lockPrice(tx: Db, id: string): Promise<queries.PriceRow> {
  const row = await queries.lockPrice(tx, id)
  if (!row) throw priceNotFound()
  return row
}

const subject = ({ cloud, type, region }: Pick<queries.PriceRow, 'cloud' | 'type' | 'region'>) => ({
  type: 'resource_price',
  id: `${cloud} ${type}${region === '*' ? '' : ` ${region}`}`,
})
const priceNotFound = () => new ApiError('not_found', 'There is no such price.')
