import { createHash } from 'node:crypto'
import { after, DAY, idOf } from './random.ts'
import type { Rows } from './rows.ts'
import { type Buyer, sam } from './sales.ts'

export const nordlicht = { id: idOf('organisation nordlicht'), name: 'Nordlicht Versicherung' }

const details = {
  ...{ kind: 'business' as const, country: 'DE', tax_id: 'DE136695976', address: 'Hafenstraße 1, 20457 Hamburg' },
  ...{ reference: 'Training 2026', invoice_email: 'invoices@nordlicht.example' },
}

/** A company with two managers, including Sam, and a third who is invited. */
export function addOrganisation(rows: Rows, buyer: Buyer, at: Date) {
  const { id, name } = nordlicht
  const founded = after(at, -DAY)
  rows.organisations.push({ ...nordlicht, ...details, created_at: founded })
  rows.organisationManagers.push(
    { organisation_id: id, user_id: buyer.id, joined_at: founded },
    { organisation_id: id, user_id: sam.id, joined_at: after(at, 20 * DAY) },
  )
  const sent_at = after(at, 62 * DAY)
  rows.organisationInvitations.push({
    ...{ id: idOf('invitation nordlicht'), organisation_id: id, email: 't.hansen@nordlicht.example' },
    // No link in the demo opens it: the mail was sent before the demo began.
    ...{ token_hash: createHash('sha256').update('invitation nordlicht').digest('base64url'), invited_by: buyer.id },
    ...{ created_at: sent_at, sent_at, expires_at: after(sent_at, 14 * DAY) },
  })
  return { id, billing: { company: name, ...details } }
}
