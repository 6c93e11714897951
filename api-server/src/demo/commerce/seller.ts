import { dayIn } from '../../areas/commerce/taxes/index.ts'
import type { SellerFacts } from '../../db/schema/index.ts'
import type { Rows } from '../rows.ts'

export const SELLER = { country: 'DE', oss_registered: true }

export const seller: SellerFacts = {
  name: 'Flagyard Demo GmbH',
  address: 'Beispielweg 1\n20457 Hamburg',
  country: SELLER.country,
  tax_id: 'DE136695976',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  email: 'billing@flagyard.example',
  footer: 'A company of the demo. Nothing here is owed to anybody.',
}
const time_zone = 'Europe/Berlin'

/** The demo's seller: a fictitious company in Germany. */
export function addSeller(rows: Rows) {
  const { oss_registered } = SELLER
  rows.sellers.push({ version: 1, facts: seller, oss_registered, time_zone, valid_from: '2020-01-01' })
}

/** Seller details of documents issued at this time. */
export const sellerAt = (at: Date) => ({ facts: seller, day: dayIn(time_zone, at.getTime()) })

/** Numbers the documents of each series chronologically, and sets the counters to continue from there. */
export function numberDocuments(rows: Rows): void {
  const numbers = new Map<string, number>()
  rows.invoices.sort((a, b) => Number(a.issued_at) - Number(b.issued_at))
  for (const document of rows.invoices) {
    document.number = (numbers.get(document.series) ?? 0) + 1
    numbers.set(document.series, document.number)
  }
  for (const [series, value] of numbers) rows.counters.push({ name: `documents:${series}`, value })
}
