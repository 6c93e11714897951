import type { Db } from '../../db/open.ts'
import type { Billing } from '../../db/schema/index.ts'
import { checkTaxId, findRates, findSeller } from '../taxes/service.ts'
import { type Charge, countriesOf, taxOrder } from './tax.ts'

/** What is charged for a price, by the seller and the rates of that moment. Until there is a seller, the price alone. */
export async function chargeFor(db: Db, at: Date, gross: number, billing: Billing | null): Promise<Charge> {
  const seller = await findSeller(db, at)
  if (!seller)
    return { total: gross, tax: 0, tax_lines: [], tax_id: checkTaxId(billing?.tax_id, billing?.country ?? '') }
  const by = { country: seller.facts.country, oss_registered: seller.oss_registered }
  const rates = await findRates(db, countriesOf(by, billing ?? {}), seller.day)
  return taxOrder(gross, by, billing ?? {}, rates)
}
