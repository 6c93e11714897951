import type { Money } from '@flagyard/api-types'
import { stepOf } from '@flagyard/api-types/contract/money'
import type { Db } from '../../db/open.ts'
import type { Billing } from '../../db/schema/index.ts'
import { checkTaxId, findRates, findSeller } from '../taxes/service.ts'
import { type Charge, countriesOf, taxOrder } from './tax.ts'

/** What is charged for a price, by the seller and the rates of that moment. Until there is a seller, the price alone. */
export async function chargeFor(
  db: Db,
  at: Date,
  { amount: gross, currency }: Money,
  billing: Billing | null,
): Promise<Charge> {
  const seller = await findSeller(db, at)
  if (!seller)
    return { total: gross, tax: 0, tax_lines: [], tax_id: checkTaxId(billing?.tax_id, billing?.country ?? '') }
  const by = { country: seller.facts.country, oss_registered: seller.oss_registered }
  const rates = await findRates(db, countriesOf(by, billing ?? {}), seller.day)
  return inSteps(taxOrder(gross, by, billing ?? {}, rates), stepOf(currency))
}

/** A total without tax, rounded to what can be charged in its currency. With tax, the total is the price and needs no rounding. */
function inSteps(charge: Charge, step: number): Charge {
  const [line] = charge.tax_lines
  if (!line || charge.tax > 0 || charge.total % step === 0) return charge
  const total = Math.round(charge.total / step) * step
  return { ...charge, total, tax_lines: [{ ...line, net: total }] }
}
