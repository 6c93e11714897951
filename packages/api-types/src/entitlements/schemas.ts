import { z } from 'zod'
import { accountName, line, listFilter, slug, time, uuid } from '../contract/fields.ts'

export const entitlementKind = z.enum(['course', 'lab', 'exam'])
export const entitlementState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])
export const entitlementSource = z.enum(['purchase', 'voucher', 'bundle', 'beta', 'administrator'])
export const entitlementAction = z.enum(['extend', 'suspend', 'resume', 'revoke', 'restore', 'move'])
export type EntitlementAction = z.output<typeof entitlementAction>

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
  /** Deadline for undoing its revocation. */
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

/** Maximum number of days for one grant or extension. */
export const MAX_ACCESS_DAYS = 3_650
const days = z.int().min(1).max(MAX_ACCESS_DAYS)
const reason = line(500).min(1, 'Enter a reason. The learner will see it')

const change = { version: z.int(), reason: reason.optional(), dry_run: z.boolean().optional() }
/** Preview from the dry run. If the data has changed since, the change is refused. */
const preview = z.string().max(64).optional()
/** Whether running labs and booked exams end too. Default: true. */
const end_running = z.boolean().optional()

/** Without days and end date, access lasts for the purchased duration. */
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

/** Effect on an item that belongs to an entitlement; `opens`: earlier progress becomes accessible again. */
export const heldFate = z.enum(['ends', 'moves', 'opens', 'stays'])
export const heldItem = z.object({ what: z.string(), fate: heldFate })

export const entitlementOutcome = z.object({
  /** State of the entitlement afterwards: restored access may have expired in the meantime. */
  state: entitlementState,
  ends_at: time.nullable(),
  items: z.array(heldItem),
  /** Send it back with the change, which is refused if its effect is different by then. */
  preview: z.string(),
  /** Deadline for undoing it. */
  restore_until: time.nullable(),
})
export type EntitlementOutcome = z.output<typeof entitlementOutcome>

/** Whether and why a learner has access, and what would grant it. */
export const accessAnswer = z.object({
  granted: z.boolean(),
  /** Rule that denied access; null if access is granted. */
  rule: z.string().nullable(),
  message: z.string(),
  ends_at: time.nullable(),
  /** Unpaid orders and unused vouchers that would grant access. */
  pending: z.array(z.object({ resource: z.enum(['orders', 'vouchers']), id: uuid, what: z.string() })),
  /** Lessons of a course, in order. Empty for labs and exams, and if the account itself cannot be used. */
  lessons: z.array(
    z.object({
      section: z.string(),
      section_title: z.string(),
      lesson: z.string(),
      title: z.string(),
      open: z.boolean(),
      completed: z.boolean(),
      /** Why the lesson is open or locked. */
      reason: z.string(),
    }),
  ),
})
export type AccessAnswer = z.output<typeof accessAnswer>

export const betaEdit = z.strictObject({
  add: z.array(accountName).max(500).optional(),
  remove: z.array(accountName).max(500).optional(),
})

export const betaChange = z.object({
  added: z.array(z.string()),
  already_in: z.array(z.string()),
  removed: z.array(z.string()),
  not_in: z.array(z.string()),
  unknown: z.array(z.string()),
})

export const removedCourseUser = z.object({
  /** Deadline for undoing it. */
  restore_until: time,
})
