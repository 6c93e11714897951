import { z } from 'zod'
import { listFilter, time, uuid } from '../contract/fields.ts'

export const entitlementKind = z.enum(['course', 'lab', 'exam'])
export const entitlementState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])

/** An entitlement in the admin console. */
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

/** Whether and why a learner has access, in the words that the learner sees. */
export const accessAnswer = z.object({
  granted: z.boolean(),
  /** The rule that refused access; null when access is granted. */
  rule: z.string().nullable(),
  message: z.string(),
  ends_at: time.nullable(),
})
export type AccessAnswer = z.output<typeof accessAnswer>
