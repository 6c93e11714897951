import type { Rows } from './rows.ts'

export const SELLER = { country: 'DE', oss_registered: true }

/** The demo's seller: a fictitious company in Germany. */
export function addSeller(rows: Rows) {
  rows.sellers.push({
    version: 1,
    facts: {
      name: 'Flagyard Demo GmbH',
      address: 'Beispielweg 1\n20457 Hamburg',
      country: SELLER.country,
      tax_id: 'DE136695976',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      email: 'billing@flagyard.example',
      footer: 'A company of the demo. Nothing here is owed to anybody.',
    },
    oss_registered: SELLER.oss_registered,
    time_zone: 'Europe/Berlin',
    valid_from: '2020-01-01',
  })
}
