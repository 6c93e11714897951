import { z } from 'zod'
import { count, email, line, listFilter, text, time, timeZone, uuid } from '../contract/fields.ts'
import { countries } from './countries.ts'

const known: ReadonlySet<string> = new Set(countries)
/** ISO 3166-1 alpha-2. */
export const country = z.string().refine((value) => known.has(value), 'Choose a country')
/** The same, in upper or lower case. */
export const personCountry = z
  .string()
  .trim()
  .regex(/^[a-z]{2}$/i, 'Choose a country')
  .toUpperCase()
  .pipe(country)
const day = z.iso.date()

/** `home`: tax of the seller's country. `oss`: tax of a consumer's country elsewhere in the European Union. The other rules charge no tax. */
export const taxRule = z.enum(['home', 'oss', 'reverse_charge', 'outside'])
export const taxLine = z.object({ country: z.string(), rate: count, rule: taxRule, net: count, tax: count })
export type TaxLine = z.output<typeof taxLine>

export const taxRateAction = z.enum(['end'])
export const taxRate = z.object({
  id: uuid,
  country: z.string(),
  /** Hundredths of a percent: 1900 is 19 %. */
  rate: count,
  valid_from: day,
  /** Last day on which it applies. */
  valid_until: day.nullable(),
  created_at: time,
  version: z.int(),
  allowed: z.array(taxRateAction),
})
export type TaxRate = z.output<typeof taxRate>
export const taxRateFilter = listFilter({ country: country.optional() })
/** Ends the country's previous rate on the day before. */
export const taxRateInput = z.strictObject({
  country,
  rate: z.int().min(0).max(10_000, 'A rate is at most 100 %'),
  valid_from: day,
})
export const taxRateEnd = z.strictObject({ version: z.int(), valid_until: day })

/** Validates the checksum of an IBAN (ISO 7064): moves the first four characters to the end and replaces letters with numbers from 10. */
function isIban(value: string): boolean {
  const iban = value.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

const seller = {
  name: line(160).min(1, 'Enter the seller’s name'),
  address: text(400).trim().min(1, 'An invoice needs an address'),
  country,
  tax_id: line(40).nullable(),
  /** Registered for the European Union's one-stop shop. */
  oss_registered: z.boolean(),
  iban: line(40).refine(isIban, 'Invalid IBAN. Check for typing errors').nullable(),
  bic: line(11).nullable(),
  email,
  /** Time zone in which tax rates change and document numbers restart each year. */
  time_zone: timeZone,
  /** Printed at the bottom of every invoice. */
  footer: text(600).trim(),
  /** First day on which it applies. */
  valid_from: day,
}
/** Seller details, valid from a given day. Every change creates a version. */
export const sellerVersion = z.object({
  ...seller,
  email: z.string(),
  country: z.string(),
  iban: z.string().nullable(),
  time_zone: z.string(),
  version: z.int(),
  created_at: time,
})
export type SellerVersion = z.output<typeof sellerVersion>
/** Current version (null if there is none yet) and all versions, newest first. */
export const sellerPage = z.object({
  current: sellerVersion.nullable(),
  versions: z.array(sellerVersion),
  /** Number of the newest version, to send with a change; 0 if there is none yet. */
  version: z.int(),
})
export type SellerPage = z.output<typeof sellerPage>
export const sellerInput = z.strictObject({ ...seller, version: z.int() })
