import { isMemberState } from '@flagyard/api-types/taxes/countries'
import type { Billing, TaxEvidence, TaxLine } from '../../../../db/schema/index.ts'
import { ApiError } from '../../../../errors.ts'
import { checkTaxId, type TaxIdState } from '../../taxes/index.ts'

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

/** Billing details that determine the tax, and the evidence for them. Null if the tax does not depend on a consumer's country. */
interface Place {
  billing: Billing
  evidence: TaxEvidence | null
  /** The buyer named a country without VAT, and nothing confirms that they live there. */
  isDoubted: boolean
}

/**
 * Country that an order is taxed for. For consumers, it is the billing country, or else the country of their profile. A country
 * without VAT counts only if the profile has it too; otherwise VAT is charged for the profile's country, or else for the seller's.
 * For companies, it is the billing country.
 */
export function placeOf(seller: Seller, billing: Billing, profile: string | null): Place {
  const said = billing.country ?? profile ?? undefined
  if (!isConsumer(billing)) return { billing, evidence: null, isDoubted: false }
  const isUntaxed = (country: string | undefined) =>
    country !== undefined && country !== seller.country && isMemberState(seller.country) && !isMemberState(country)
  const isDoubted = isUntaxed(said) && said !== profile
  const country = isDoubted ? (isUntaxed(profile ?? undefined) ? seller.country : (profile ?? seller.country)) : said
  const evidence = {
    country: country ?? seller.country,
    billing: billing.country ?? null,
    profile,
    payment: [],
    agrees: null,
  }
  return { billing: { ...billing, ...(country && { country }) }, evidence, isDoubted }
}

/** A buyer with a company name or a tax id is a company, unless they declare the purchase as private. */
const isConsumer = ({ kind, company, tax_id }: Billing) => kind === 'private' || (!company && !tax_id)

export function withPayment(evidence: TaxEvidence, countries: string[]): TaxEvidence {
  const payment = [...new Set([...evidence.payment, ...countries])]
  const agrees = payment.length > 0 ? payment.every((country) => country === evidence.country) : evidence.agrees
  return { ...evidence, payment, agrees }
}

/** VAT rates of countries on the day of the order, in hundredths of a percent. */
type Rates = ReadonlyMap<string, number>

/** Countries whose rates may be needed. */
export const countriesOf = (seller: Seller, { country }: Billing): string[] => [
  ...new Set([seller.country, country ?? seller.country]),
]

/**
 * Tax of an order. Prices include the seller's VAT. Buyers who are not charged VAT pay the price without it. Consumers elsewhere in
 * the EU pay the price, which then includes their own country's VAT.
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

/** Net amount of a gross amount, rounded half up. */
const netOf = (gross: number, rate: number) => Math.floor((2 * gross * WHOLE + WHOLE + rate) / (2 * (WHOLE + rate)))

/** Wording required by law on an invoice whose recipient owes the tax. */
export const REVERSE_CHARGE_WORDS =
  'Reverse charge: VAT to be accounted for by the recipient, Art. 196 Directive 2006/112/EC'
export const OUTSIDE_WORDS = 'Not subject to VAT: the place of supply is outside the European Union'
