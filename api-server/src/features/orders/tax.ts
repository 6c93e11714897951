import { isMemberState } from '@flagyard/api-types/taxes/countries'
import type { Billing, TaxLine } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'
import { checkTaxId, type TaxIdState } from '../taxes/service.ts'

/** What an order is charged with, and the tax in it. */
export interface Charge {
  total: number
  tax: number
  tax_lines: TaxLine[]
  tax_id: TaxIdState
}

interface Seller {
  country: string
  oss_registered: boolean
}

/** The rate of a country on the day of the order, in hundredths of a percent. */
type Rates = ReadonlyMap<string, number>

/** The countries whose rates may matter. */
export const countriesOf = (seller: Seller, { country }: Billing): string[] => [
  ...new Set([seller.country, country ?? seller.country]),
]

/**
 * The tax of an order. Prices contain the seller's tax. Whom no tax is charged pays the price less that; a consumer elsewhere
 * in the EU pays the price, with their country's tax in it.
 */
export function taxOrder(gross: number, seller: Seller, billing: Billing, rates: Rates): Charge {
  const country = billing.country ?? seller.country
  const tax_id = checkTaxId(billing.tax_id, country)
  if (gross === 0) return { total: 0, tax: 0, tax_lines: [], tax_id }
  const rule = ruleOf(seller, billing, country, tax_id)
  const isCharged = rule === 'home' || rule === 'oss'
  const taxed = rule === 'oss' ? country : seller.country
  const rate = rates.get(taxed)
  if (rate === undefined)
    throw new ApiError('unavailable', 'We cannot work out the tax for this country yet. Please write to us.')
  const net = netOf(gross, rate)
  const line = isCharged
    ? { country: taxed, rate, rule, net, tax: gross - net }
    : { country, rate: 0, rule, net, tax: 0 }
  return { total: line.net + line.tax, tax: line.tax, tax_lines: [line], tax_id }
}

function ruleOf(seller: Seller, { kind = 'private' }: Billing, country: string, taxId: TaxIdState): TaxLine['rule'] {
  if (country === seller.country) return 'home'
  if (!isMemberState(seller.country) || !isMemberState(country)) return 'outside'
  if (kind !== 'private' && taxId === 'valid') return 'reverse_charge'
  return seller.oss_registered ? 'oss' : 'home'
}

const WHOLE = 10_000

/** The net amount in a gross one, rounded half up. */
const netOf = (gross: number, rate: number) => Math.floor((2 * gross * WHOLE + WHOLE + rate) / (2 * (WHOLE + rate)))

/** The tax in what is given back after so much was given back before: the parts of an order's tax add up to the whole. */
export function taxOfPart(
  { total_amount, tax_amount }: { total_amount: number; tax_amount: number },
  before: number,
  amount: number,
): number {
  // The product of two amounts is larger than what a number holds exactly.
  const until = (sum: number) =>
    total_amount === 0 ? 0 : Number((BigInt(tax_amount) * BigInt(sum)) / BigInt(total_amount))
  return until(before + amount) - until(before)
}

/** What has to stand on an invoice whose recipient owes the tax. */
export const REVERSE_CHARGE_WORDS =
  'Reverse charge: VAT to be accounted for by the recipient, Art. 196 Directive 2006/112/EC'
export const OUTSIDE_WORDS = 'Not subject to VAT: the place of supply is outside the European Union'
