import { z } from 'zod'
import { freeze } from '../account-freezes/schemas.ts'
import { capability, role } from '../auth/schemas.ts'
import {
  count,
  email,
  fullName,
  line,
  link,
  listFilter,
  locale,
  mailState,
  password,
  search,
  time,
  timeZone,
  username,
  uuid,
} from '../contract/fields.ts'
import { openLabs } from '../deployments/schemas.ts'
import { personCountry } from '../taxes/schemas.ts'

export const emailPreferences = z.strictObject({ product: z.boolean(), reminders: z.boolean(), feedback: z.boolean() })

export const me = z.object({
  id: uuid,
  username: z.string(),
  email: z.string(),
  /** New address that is not confirmed yet. */
  pending_email: z.string().nullable(),
  full_name: z.string(),
  roles: z.array(role),
  capabilities: z.array(capability),
  is_active: z.boolean(),
  activated_at: time.nullable(),
  country: z.string().nullable(),
  company: z.string().nullable(),
  links: z.array(z.string()),
  locale: z.string(),
  time_zone: z.string(),
  email_preferences: emailPreferences,
  created_at: time,
})
export type Me = z.output<typeof me>

/** All fields are optional; a new e-mail address or password also needs `current_password`. */
export const profileUpdatePayload = z.strictObject({
  full_name: fullName.optional(),
  country: personCountry.nullable().optional(),
  company: line(120).nullable().optional(),
  links: z.array(link).max(5).optional(),
  locale: locale.optional(),
  time_zone: timeZone.optional(),
  email_preferences: emailPreferences.optional(),
  email: email.optional(),
  new_password: password.optional(),
  current_password: z.string().max(1024).optional(),
  /** Required with the password to change the address of an account with a second factor. */
  code: z.string().max(50).optional(),
})

export const emailTokenPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** `deleting`: closed, and erased at `deletion_due_at` unless the deletion is undone. */
export const userState = z.enum(['active', 'inactive', 'disabled', 'deleting'])

export const userAction = z.enum([
  'update',
  'change_email',
  'change_rights',
  'disable',
  'enable',
  'freeze',
  'unfreeze',
  'delete',
  'undo_deletion',
  'impersonate',
  'end_sessions',
  'send_password_reset',
  'resend_activation',
  'grant',
])

/** Account issues that need an administrator. */
export const userIssue = z.enum([
  'flag_alert',
  'over_limits',
  'disputed_order',
  'failed_mail',
  'extra_points',
  'conduct_case',
  'exam_environment',
  'exam_report',
  'exam_room',
])
export type UserIssue = z.output<typeof userIssue>

export const userRow = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  full_name: z.string(),
  roles: z.array(role),
  capabilities: z.array(capability),
  state: userState,
  country: z.string().nullable(),
  company: z.string().nullable(),
  referrer: z.string().nullable(),
  courses: count,
  created_at: time,
  last_seen_at: time.nullable(),
  allowed: z.array(userAction),
})
export type UserRow = z.output<typeof userRow>
export const userFilter = listFilter({
  q: search.optional(),
  state: userState.optional(),
  role: role.optional(),
  capability: capability.optional(),
  referrer: z.string().max(200).optional(),
  /** Slug of a course that the account has or had. */
  course: z.string().max(64).optional(),
  issue: userIssue.optional(),
  /** State of a lab of the account. */
  lab: z.enum(['running', 'provisioning', 'queued']).optional(),
  joined_within_days: z.int().min(1).max(3650).optional(),
  /** Paid an order within this number of days. */
  paid_within_days: z.int().min(1).max(3650).optional(),
  /** Activity of the account between `did_from` (inclusive) and `did_until` (exclusive). */
  did: z.enum(['joined', 'learned', 'completed', 'paid', 'decided']).optional(),
  did_from: z.iso.datetime().optional(),
  did_until: z.iso.datetime().optional(),
  /** A mail to the account failed within this number of days. */
  mail_failed_within_days: z.int().min(1).max(30).optional(),
  seen_within_days: z.int().min(1).max(3650).optional(),
  unseen_for_days: z.int().min(1).max(3650).optional(),
})

export const userRecord = userRow.extend({
  uuid: uuid,
  version: z.int(),
  links: z.array(z.string()),
  locale: z.string(),
  time_zone: z.string(),
  email_preferences: emailPreferences,
  accommodation: count,
  /** Reason for the extra time, only for support and owners. */
  accommodation_reason: z.string().nullable(),
  /** Booked exams. Each keeps the duration it was booked with. */
  booked_exams: z.array(
    z.object({
      title: z.string(),
      scheduled_at: time,
      minutes: count,
      /** Without extra time. */
      exam_minutes: count,
    }),
  ),
  activated_at: time.nullable(),
  disabled_at: time.nullable(),
  /** Reason it is disabled, and the administrator if known. */
  disabled_reason: z.string().nullable(),
  disabled_by: z.string().nullable(),
  /** Active freeze; null if there is none. */
  freeze: freeze.nullable(),
  /** New address that is not confirmed yet. */
  pending_email: z.string().nullable(),
  deletion_due_at: time.nullable(),
  open_sessions: count,
  /** Labs running or being built, and labs waiting for an account. */
  labs: openLabs,
  /** Number of open issues of each kind. */
  issues: z.record(userIssue, count),
})
export type UserRecord = z.output<typeof userRecord>

export const userEdit = z.strictObject({
  username,
  version: z.int(),
  /** Requires a reason. The address of an activated account changes once confirmed at the new address; the old address is notified. */
  email: email.optional(),
  full_name: fullName.optional(),
  roles: z.array(role).min(1).optional(),
  capabilities: z.array(capability).optional(),
  disabled: z.boolean().optional(),
  /** Whether labs end when the account is disabled. Default: true. */
  end_deployments: z.boolean().optional(),
  reason: line(500).optional(),
  country: personCountry.nullable().optional(),
  company: line(120).nullable().optional(),
  /** Extra exam time in percent. */
  accommodation: z.int().min(0).max(200).optional(),
  /** Required for extra time. */
  accommodation_reason: line(500).nullable().optional(),
  /** The administrator's own password, required to change roles or capabilities. */
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})

export const userMailFilter = listFilter({ failed: z.literal(true).optional() })
/** A mail without its body, because links in it may grant access to the account. */
export const userMail = z.object({
  id: uuid,
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: count,
  last_error: z.string().nullable(),
  created_at: time,
  sent_at: time.nullable(),
  allowed: z.array(z.enum(['resend'])),
})
export type UserMail = z.output<typeof userMail>

/** Topic of an event: the first word of its kind. */
export const timelineTopic = z.enum([
  'account',
  'access',
  'course',
  'lesson',
  'flag',
  'deployment',
  'exam',
  'voucher',
  'certificate',
  'order',
  'mail',
  'session',
  'audit',
])
export type TimelineTopic = z.output<typeof timelineTopic>
export const timelineQuery = z.strictObject({
  topic: timelineTopic.optional(),
  /** The `next` of the previous page. */
  before: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export const timelineEvent = z.object({
  /** Stable key of the kind and the row's id. */
  key: z.string(),
  at: time,
  /** Such as `order.paid` or `session.started`. */
  kind: z.string(),
  subject: z.string(),
  detail: z.string().nullable(),
})
export type TimelineEvent = z.output<typeof timelineEvent>
export const timeline = z.object({ events: z.array(timelineEvent), next: z.string().nullable() })
export type Timeline = z.output<typeof timeline>
