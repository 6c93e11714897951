import { z } from 'zod'
import { listFilter, time, uuid } from '../contract/fields.ts'

export const entitlementKind = z.enum(['course', 'lab', 'exam'])
export const entitlementState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])

/** A row of the ledger as support reads it, beside the answer that its learner gets. */
export const userEntitlement = z.object({
  id: uuid,
  kind: entitlementKind,
  slug: z.string(),
  title: z.string(),
  source: z.enum(['purchase', 'voucher', 'bundle', 'beta', 'administrator']),
  state: entitlementState,
  reason: z.string().nullable(),
  starts_at: time,
  ends_at: time.nullable(),
  created_at: time,
})
export type UserEntitlement = z.output<typeof userEntitlement>
export const userEntitlementFilter = listFilter({ kind: entitlementKind.optional() })

/** Why something opens to a learner, or why not: in the words that the learner reads. */
export const accessAnswer = z.object({
  granted: z.boolean(),
  /** The rule that refused; null when it opens. */
  rule: z.string().nullable(),
  message: z.string(),
  ends_at: time.nullable(),
})
export type AccessAnswer = z.output<typeof accessAnswer>
