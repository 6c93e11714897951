import type { Money } from '@flagyard/api-types'
import { stepOf } from '@flagyard/api-types/contract/money'
import { countries } from '@flagyard/api-types/taxes/countries'
import type { Db } from '../../../../db/open.ts'
import type { Billing, TaxEvidence } from '../../../../db/schema/index.ts'
import { findAccount } from '../../../platform/auth/index.ts'
import { checkTaxId, findRates, findSeller } from '../../taxes/index.ts'
import { type Charge, countriesOf, placeOf, taxOrder } from './tax.ts'

interface Charged extends Charge {
  evidence: TaxEvidence | null
  /** VAT is charged because nothing confirms that the buyer lives in the country they named. */
  isDoubted: boolean
  /** Day of the order in the seller's time zone. */
  day: string
}

interface Buying {
  userId: string
  gross: Money
  billing: Billing | null
}

/** Charge for a price, by the seller and the tax rates at that moment. Without a configured seller, the price is charged without tax. */
export async function chargeFor(
  db: Db,
  at: Date,
  { userId, gross: { amount: gross, currency }, billing }: Buying,
): Promise<Charged> {
  const seller = await findSeller(db, at)
  if (!seller) {
    const tax_id = checkTaxId(billing?.tax_id, billing?.country ?? '')
    const untaxed = { total: gross, tax: 0, tax_lines: [], tax_id }
    return { ...untaxed, evidence: null, isDoubted: false, day: at.toISOString().slice(0, 10) }
  }
  const by = { country: seller.facts.country, oss_registered: seller.oss_registered }
  const country = (await findAccount(db, userId))?.country ?? null
  const place = placeOf(by, billing ?? {}, countries.find((known) => known === country) ?? null)
  const rates = await findRates(db, countriesOf(by, place.billing), seller.day)
  const charge = inSteps(taxOrder(gross, by, place.billing, rates), stepOf(currency))
  return { ...charge, evidence: gross > 0 ? place.evidence : null, isDoubted: place.isDoubted, day: seller.day }
}

/** Rounds an untaxed total to an amount that can be charged in its currency. A taxed total equals the price and needs no rounding. */
function inSteps(charge: Charge, step: number): Charge {
  const [line] = charge.tax_lines
  if (!line || charge.tax > 0 || charge.total % step === 0) return charge
  const total = Math.round(charge.total / step) * step
  return { ...charge, total, tax_lines: [{ ...line, net: total }] }
}
