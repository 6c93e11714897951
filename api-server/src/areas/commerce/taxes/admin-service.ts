import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { countryName, isMemberState } from '@flagyard/api-types/taxes/countries'
import { recordAudit } from '../../../audit-log/record.ts'
import { invalidateCaches } from '../../../db/catalogue-cache.ts'
import type { Db } from '../../../db/open.ts'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import * as queries from './queries.ts'
import { checkTaxId } from './service.ts'

/** A rate with a successor already has an end. */
export const allowedOnTaxRate = ({ valid_until }: Pick<queries.TaxRateRow, 'valid_until'>, caller: CurrentUser) =>
  allowedAmong({ end: valid_until === null && mayCall(operations.endTaxRate, caller) })

/** The previous rate stays in the list and ends on the day before the new one starts. */
export async function createTaxRate(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { country, rate, valid_from }: Output<'taxRateInput'>,
): Promise<Accepted<'taxRate'>> {
  const row = await db.transaction(async (tx) => {
    await queries.lockCountry(tx, country)
    const before = await queries.findLatestRate(tx, country)
    if (before && valid_from <= before.valid_from)
      throw invalidField(
        'valid_from',
        `${countryName(country)} already has a rate from ${before.valid_from}. Choose a later day`,
      )
    if (before && (before.valid_until === null || before.valid_until >= valid_from))
      await queries.endRate(tx, before.id, dayBefore(valid_from))
    const inserted = await queries.insertRate(tx, { country, rate, valid_from })
    await recordAudit(tx, {
      actor,
      address,
      action: 'taxes.create_rate',
      subject: { type: 'tax_rate', id: country },
      ...(before && { before: { rate: before.rate, valid_from: before.valid_from } }),
      after: { rate, valid_from },
    })
    return inserted
  })
  return { ...row, allowed: allowedOnTaxRate(row, actor) }
}

export async function endTaxRate(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  id: string,
  { version, valid_until }: Output<'taxRateEnd'>,
): Promise<Accepted<'taxRate'>> {
  const row = await db.transaction(async (tx) => {
    const found = await findRate(tx, id)
    await queries.lockCountry(tx, found.country)
    const rate = await findRate(tx, id)
    if (rate.version !== version)
      throw new ApiError('stale_version', 'Someone else changed this rate in the meantime. Reload and try again.')
    if (rate.valid_until !== null) throw new ApiError('conflict', 'This rate already has an end date.')
    if (valid_until < rate.valid_from) throw invalidField('valid_until', 'The end cannot be before the start')
    await queries.endRate(tx, id, valid_until)
    await recordAudit(tx, {
      actor,
      address,
      action: 'taxes.end_rate',
      subject: { type: 'tax_rate', id: rate.country },
      before: { rate: rate.rate, valid_until: null },
      after: { valid_until },
    })
    return findRate(tx, id)
  })
  return { ...row, allowed: allowedOnTaxRate(row, actor) }
}

async function findRate(db: Db, id: string): Promise<queries.TaxRateRow> {
  const row = await queries.findTaxRate(db, id)
  if (!row) throw new ApiError('not_found', 'There is no such rate.')
  return row
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

export async function readSeller({ db }: Pick<Deps, 'db'>): Promise<Accepted<'sellerPage'>> {
  const current = await queries.findSeller(db)
  const rows = await queries.listSellers(db)
  return {
    current: current ? present(current) : null,
    versions: rows.map(present),
    version: rows[0]?.version ?? 0,
  }
}

const present = ({ facts, id: _, ...row }: queries.SellerRow) => ({ ...facts, ...row })

/** Adds a new version. Documents issued under an older version are unchanged. */
export async function updateSeller(
  { db }: Pick<Deps, 'db'>,
  { actor, address: ip }: AuditActor,
  input: Output<'sellerInput'>,
): Promise<Accepted<'sellerPage'>> {
  assertSeller(input)
  const { version, oss_registered, time_zone, valid_from, ...facts } = input
  const stale = () =>
    new ApiError('stale_version', 'Someone else changed the seller in the meantime. Reload and try again.')
  try {
    await db.transaction(async (tx) => {
      const [before] = await queries.listSellers(tx)
      if ((before?.version ?? 0) !== version) throw stale()
      const settings = { oss_registered, time_zone, valid_from }
      await queries.insertSeller(tx, { version: version + 1, facts, ...settings })
      await invalidateCaches(tx)
      await recordAudit(tx, {
        actor,
        address: ip,
        action: 'taxes.update_seller',
        subject: { type: 'seller', id: 'seller' },
        ...(before && { before: present(before) }),
        after: { ...facts, ...settings },
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'sellers_version')) throw stale()
    throw error
  }
  return readSeller({ db })
}

function assertSeller({ country, tax_id, oss_registered }: Output<'sellerInput'>) {
  if (tax_id && checkTaxId(tax_id, country) === 'invalid')
    throw invalidField('tax_id', `This is not a valid VAT id of ${countryName(country)}. Check it for typos`)
  if (oss_registered && !isMemberState(country))
    throw invalidField('oss_registered', 'Only a seller in the European Union can use the one-stop shop')
}
