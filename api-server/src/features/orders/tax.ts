import { isMemberState } from '@flagyard/api-types/taxes/countries'
import type { Billing, TaxEvidence, TaxLine } from '../../db/schema/index.ts'
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

/** What an order is taxed by, and the evidence for it: null where the tax depends on no consumer's country. */
export interface Place {
  billing: Billing
  evidence: TaxEvidence | null
  /** The buyer named a country without VAT, and nothing else says that they live there. */
  isDoubted: boolean
}

/**
 * The country that an order is taxed for. A consumer's is the one in the billing details, else that of their profile. One that takes the VAT
 * off must be the profile's too; otherwise VAT is charged as for the profile's country, or else as for the seller's. A company's is its own.
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

/** A company has a name or a tax id; one that says it is private is a consumer all the same. */
const isConsumer = ({ kind, company, tax_id }: Billing) => kind === 'private' || (!company && !tax_id)

/** The evidence with what the payment says. */
export function withPayment(evidence: TaxEvidence, countries: string[]): TaxEvidence {
  const payment = [...new Set([...evidence.payment, ...countries])]
  const agrees = payment.length > 0 ? payment.every((country) => country === evidence.country) : evidence.agrees
  return { ...evidence, payment, agrees }
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
