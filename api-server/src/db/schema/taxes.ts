import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, version, zone } from './columns.ts'

/** Why a tax line has its rate. `oss`: the buyer's country's rate, declared by the seller in one stop. */
export type TaxRule = 'home' | 'oss' | 'reverse_charge' | 'outside'

/** The tax of an order at one rate. What all lines come to, net and tax, is the order's total. */
export interface TaxLine {
  /** Country whose tax it is; of a line without tax, the buyer's. */
  country: string
  /** Hundredths of a percent. */
  rate: number
  rule: TaxRule
  net: number
  tax: number
}

/** What a buyer said of whom the invoice is for. */
export interface Billing {
  company?: string
  tax_id?: string
  address?: string
  reference?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  kind?: 'private' | 'business' | 'public'
  /** Of an organisation: where what it owes, and its documents, are sent besides. */
  invoice_email?: string
}

/** The buyer as a document shows them. */
export interface BuyerFacts extends Billing {
  name: string
}

/** The seller as a document shows them. */
export interface SellerFacts {
  name: string
  address: string
  country: string
  tax_id: string | null
  iban: string | null
  bic: string | null
  email: string
  footer: string
}

/** A line of a document, with its tax. */
export interface DocumentLine {
  title: string
  seats: number
  amount: number
}

/** Rates of tax by country and day. A rate that was in force is not changed: another one follows it. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: id(),
    country: text().notNull(),
    /** Hundredths of a percent: 1900 is 19 %. */
    rate: integer().notNull(),
    valid_from: date().notNull(),
    /** The last day on which it holds; null as long as none follows. */
    valid_until: date(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('tax_rates_day').on(t.country, t.valid_from),
    uniqueIndex('tax_rates_open').on(t.country).where(sql`${t.valid_until} is null`),
    index('tax_rates_country').on(t.country, t.id),
    index('tax_rates_from').on(t.valid_from, t.id),
    index('tax_rates_rate').on(t.rate, t.id),
  ],
)

/** Who sells, as documents name them. A row per version: the newest that has begun is the one in use. */
export const sellers = pgTable(
  'sellers',
  {
    id: id(),
    version: integer().notNull(),
    facts: jsonb().$type<SellerFacts>().notNull(),
    /** Registered for the one-stop shop: consumers elsewhere in the EU then pay their own country's tax. */
    oss_registered: boolean().notNull().default(false),
    /** Where a day begins: rates change, and years of numbers begin, by this clock. */
    time_zone: zone().notNull(),
    valid_from: date().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('sellers_version').on(t.version), index('sellers_from').on(t.valid_from, t.version)],
)
