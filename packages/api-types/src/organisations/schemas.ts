import { z } from 'zod'
import { accountSearch, count, email, line, listFilter, search, time, uuid } from '../contract/fields.ts'
import { country } from '../taxes/schemas.ts'

export const organisationKind = z.enum(['business', 'public'])
const details = {
  name: line(160).min(1, 'Enter its name'),
  kind: organisationKind,
  country: country.nullable(),
  /** As in an order: an invalid tax id is stored and marked as invalid, and tax is charged. */
  tax_id: line(40).nullable(),
  address: line(300).nullable(),
  /** Its own reference, such as a cost centre; an order may use a different one. */
  reference: line(80).nullable(),
  /** Additional recipient of payment requests and documents. */
  invoice_email: email.nullable(),
}
export const organisationInput = z.strictObject(details)
export const organisationEdit = z.strictObject({ version: z.int(), ...z.strictObject(details).partial().shape })

const organisationColumns = {
  id: uuid,
  ...details,
  name: z.string(),
  country: z.string().nullable(),
  tax_id: z.string().nullable(),
  address: z.string().nullable(),
  reference: z.string().nullable(),
  invoice_email: z.string().nullable(),
  /** Whether the tax id has the format and checksum of its country. */
  tax_id_state: z.enum(['valid', 'invalid', 'not_given']),
  created_at: time,
  version: z.int(),
}
export const organisationInvitation = z.object({
  id: uuid,
  email: z.string(),
  /** Name of the inviting manager; null after that account is deleted. */
  invited_by: z.string().nullable(),
  sent_at: time,
  expires_at: time,
  /** Its link no longer works; it can be sent again. */
  expired: z.boolean(),
})
export type OrganisationInvitation = z.output<typeof organisationInvitation>
export const organisationManager = z.object({
  username: z.string(),
  full_name: z.string(),
  joined_at: time,
})
export const organisation = z.object({
  ...organisationColumns,
  managers: z.array(organisationManager),
  invitations: z.array(organisationInvitation),
})
export type Organisation = z.output<typeof organisation>
export const myOrganisation = z.object({ id: uuid, name: z.string(), managers: count, joined_at: time })
export type MyOrganisation = z.output<typeof myOrganisation>

export const managerInvitation = z.strictObject({ email })
const token = z.string().min(1).max(200)
export const invitationToken = z.strictObject({ token })
/** Details of an invitation before it is accepted. */
export const invitationPreview = z.object({
  organisation: z.string(),
  invited_by: z.string().nullable(),
  email: z.string(),
  expires_at: time,
  /** The caller already manages it. */
  joined: z.boolean(),
})
export const invitationAcceptance = z.object({ organisation_id: uuid, organisation: z.string() })

/** A manual check of a tax id with the tax office. */
export const taxIdCheck = z.object({
  at: time,
  /** Username; null after that account is deleted. */
  by: z.string().nullable(),
})
/** The tax id that was checked, so that the result is not applied to another one. */
export const taxIdCheckInput = z.strictObject({ tax_id: line(40).min(1, 'Say which one'), country })

export const organisationAction = z.enum(['check_tax_id', 'invite', 'revoke_invitation', 'remove_manager'])
export const organisationRow = z.object({
  ...organisationColumns,
  managers: count,
  invitations: count,
})
export type OrganisationRow = z.output<typeof organisationRow>
export const organisationPage = z.object({
  ...organisation.shape,
  managers: z.array(z.object({ ...organisationManager.shape, email: z.string() })),
  /** Null while only the format and checksum of its tax id are verified. */
  tax_id_check: taxIdCheck.nullable(),
  allowed: z.array(organisationAction),
})
export type OrganisationPage = z.output<typeof organisationPage>
export const organisationFilter = listFilter({
  /** Searches the name, tax id and invoice address. */
  q: search.optional(),
  country: country.optional(),
  kind: organisationKind.optional(),
  manager: accountSearch.optional(),
  /** Has no manager. */
  unmanaged: z.literal(true).optional(),
})
export const managerRemoval = z.strictObject({ reason: line(500).min(1, 'Say why') })
