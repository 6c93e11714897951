import { z } from 'zod'
import { accountName, line, listFilter, slug, time, uuid } from '../contract/fields.ts'

export const entitlementKind = z.enum(['course', 'lab', 'exam'])
export const entitlementState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])
export const entitlementSource = z.enum(['purchase', 'voucher', 'bundle', 'beta', 'administrator'])
export const entitlementAction = z.enum(['extend', 'suspend', 'resume', 'revoke', 'restore', 'move'])
export type EntitlementAction = z.output<typeof entitlementAction>

/** A row of the ledger in the admin console. */
export const entitlement = z.object({
  id: uuid,
  username: z.string(),
  full_name: z.string(),
  kind: entitlementKind,
  slug: z.string(),
  title: z.string(),
  source: entitlementSource,
  state: entitlementState,
  reason: z.string().nullable(),
  starts_at: time,
  ends_at: time.nullable(),
  created_at: time,
  /** Until when its revocation can be undone. */
  restore_until: time.nullable(),
  version: z.int(),
  allowed: z.array(entitlementAction),
})
export type Entitlement = z.output<typeof entitlement>
export const entitlementFilter = listFilter({
  username: accountName.optional(),
  kind: entitlementKind.optional(),
  state: entitlementState.optional(),
  source: entitlementSource.optional(),
  course: slug.optional(),
  lab: slug.optional(),
  exam: slug.optional(),
})

/** Most days that one grant or extension gives. */
export const MAX_ACCESS_DAYS = 3_650
const days = z.int().min(1).max(MAX_ACCESS_DAYS)
const reason = line(500).min(1, 'Give a reason. The learner reads it')

const change = { version: z.int(), reason: reason.optional(), dry_run: z.boolean().optional() }
/** What was shown by the dry run: where it has changed since, the change is refused. */
const preview = z.string().max(64).optional()
/** Labs that run and dates that are booked end too, unless this is false. */
const end_running = z.boolean().optional()

/** Without days and without an end, access lasts as long as bought. */
export const entitlementGrant = z.strictObject({
  kind: entitlementKind,
  slug,
  days: days.optional(),
  until: z.iso.date().optional(),
  reason: reason.optional(),
  dry_run: z.boolean().optional(),
  preview,
})
export const entitlementExtension = z.strictObject({ ...change, days })
export const entitlementChange = z.strictObject({ ...change, preview })
export const entitlementRevocation = z.strictObject({ ...change, preview, end_running })
export const entitlementMove = z.strictObject({ ...change, preview, end_running, to: accountName })

/** What becomes of a thing that belongs to an entitlement; `opens`: it was done before, and opens again. */
export const heldFate = z.enum(['ends', 'moves', 'opens', 'stays'])
export const heldItem = z.object({ what: z.string(), fate: heldFate })

/** What a change does, or would do. */
export const entitlementOutcome = z.object({
  /** Of the entitlement afterwards: what comes back may be over by now. */
  state: entitlementState,
  ends_at: time.nullable(),
  items: z.array(heldItem),
  /** Sent back with the change, so that nothing happens that was not shown. */
  preview: z.string(),
  /** Until when it can be undone. */
  restore_until: time.nullable(),
})
export type EntitlementOutcome = z.output<typeof entitlementOutcome>

/** Whether and why a learner has access, and what would open it. */
export const accessAnswer = z.object({
  granted: z.boolean(),
  /** The rule that refused access; null when access is granted. */
  rule: z.string().nullable(),
  message: z.string(),
  ends_at: time.nullable(),
  /** Unpaid orders and unused vouchers that would open it. */
  pending: z.array(z.object({ resource: z.enum(['orders', 'vouchers']), id: uuid, what: z.string() })),
  /** Lessons of a course in its order. Empty for labs and exams, and when the account itself cannot be used. */
  lessons: z.array(
    z.object({
      section: z.string(),
      section_title: z.string(),
      lesson: z.string(),
      title: z.string(),
      open: z.boolean(),
      completed: z.boolean(),
      /** What opens the lesson, or why it is locked. */
      reason: z.string(),
    }),
  ),
})
export type AccessAnswer = z.output<typeof accessAnswer>
