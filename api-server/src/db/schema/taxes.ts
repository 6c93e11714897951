import type { MonthFigures } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { FOR_EVER, type Retention } from '../retention.ts'
import { createdAt, id, version, zone } from './columns.ts'

/** Reason for the rate of a tax line. `oss`: the rate of the buyer's country, declared through the one-stop shop. */
export type TaxRule = 'home' | 'oss' | 'reverse_charge' | 'outside'

/** Tax of an order at one rate. Net and tax of all lines add up to the order's total. */
export interface TaxLine {
  /** Country that receives the tax; for a line without tax, the buyer's country. */
  country: string
  /** Hundredths of a percent. */
  rate: number
  rule: TaxRule
  net: number
  tax: number
}

export interface Billing {
  company?: string
  tax_id?: string
  address?: string
  reference?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  kind?: 'private' | 'business' | 'public'
  /** For organisations: additional recipient of payment requests and documents. */
  invoice_email?: string
}

export interface BuyerFacts extends Billing {
  name: string
}

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

export interface DocumentLine {
  title: string
  seats: number
  amount: number
}

/** Tax rates by country and date. A rate that has been in force is never changed; a new one replaces it. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: id(),
    country: text().notNull(),
    /** Hundredths of a percent: 1900 is 19 %. */
    rate: integer().notNull(),
    valid_from: date().notNull(),
    /** Last day on which it applies; null if no rate follows. */
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

/** Seller details as printed on documents. One row per version: the newest one that is already valid applies. */
export const sellers = pgTable(
  'sellers',
  {
    id: id(),
    version: integer().notNull(),
    facts: jsonb().$type<SellerFacts>().notNull(),
    /** Registered for the one-stop shop: consumers elsewhere in the EU then pay their own country's tax. */
    oss_registered: boolean().notNull().default(false),
    /** Time zone in which tax rates change and document numbers restart each year. */
    time_zone: zone().notNull(),
    valid_from: date().notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('sellers_version').on(t.version), index('sellers_from').on(t.valid_from, t.version)],
)

/** Closed accounting months, which are immutable. A month without a row is open. */
export const months = pgTable('months', {
  /** `2026-10`, in UTC. */
  month: text().primaryKey(),
  closed_at: createdAt(),
  closed_by: uuid(),
  figures: jsonb().$type<MonthFigures>().notNull(),
})

export const monthsDuties = personal(months, {
  retained: {
    'sums without names; required by tax law': { work: 'month closed_at figures' },
    leads: { administrator: 'closed_by' },
  },
})

export const bookRetention: readonly Retention[] = [
  {
    name: 'closed-months',
    what: 'Closed accounting months: sums, and the administrator who closed them',
    why: 'Required by tax law. They contain no names except the administrator’s.',
    tables: [months],
    ...FOR_EVER,
  },
]
