import type { Db } from '../src/db/open.ts'
import { sellers } from '../src/db/schema/index.ts'

/** Makes somebody in Germany the seller, so that orders have tax and documents. */
export async function makeSeller(db: Db, changes: Partial<typeof sellers.$inferInsert> = {}) {
  await db.insert(sellers).values({
    version: 1,
    facts: {
      name: 'Flagyard Testing GmbH',
      address: 'Hafenstraße 1\n20457 Hamburg',
      country: 'DE',
      tax_id: 'DE136695976',
      iban: 'DE89370400440532013000',
      bic: null,
      email: 'billing@flagyard.example',
      footer: 'Registered at Hamburg, HRB 12345',
    },
    oss_registered: true,
    time_zone: 'Europe/Berlin',
    valid_from: '2020-01-01',
    ...changes,
  })
}
