import { z } from 'zod'
import { count, line, listFilter, search, text, time, uuid } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

/** The same states for all three clouds. */
export const cloudStatus = z.enum([
  'Pending',
  'Available',
  'Locked',
  'Provisioning',
  'Provisioned',
  'Dirty',
  'Nuking',
  'Nuked',
])
export type CloudStatus = z.output<typeof cloudStatus>
export const lockReason = z.enum(['lease', 'reserved', 'hold', 'quarantine'])
export type LockReason = z.output<typeof lockReason>

export const transition = z.object({
  at: time,
  from: cloudStatus.nullable(),
  to: cloudStatus,
  reason: z.string(),
  by: z.string().nullable(),
})

/** `end_and_nuke` first ends the learner's lab. */
export const cloudAccountAction = z.enum(['update', 'hold', 'release', 'nuke', 'end_and_nuke', 'retire'])

/** An account in the admin console, without its credentials. */
export const cloudAccountRow = z.object({
  /** The provider's own id. */
  id: z.string(),
  uuid,
  cloud,
  name: z.string(),
  region: z.string(),
  status: cloudStatus,
  lock_reason: lockReason.nullable(),
  status_since: time,
  /** Why an administrator wants it held. Set while the lab in it is still ending; then the account is held. */
  hold_reason: z.string().nullable(),
  holder: z.string().nullable(),
  deployment_id: uuid.nullable(),
  lab: z.string().nullable(),
  last_error: z.string().nullable(),
  last_nuked_at: time.nullable(),
  nuke_failures: count,
  notes: z.string(),
  version: z.int(),
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them. */
  allowed: z.array(cloudAccountAction),
})
export type CloudAccountRow = z.output<typeof cloudAccountRow>
export const cloudAccountFilter = listFilter({
  q: search.optional(),
  status: z.union([cloudStatus, z.array(cloudStatus).max(8)]).optional(),
  lock_reason: lockReason.optional(),
  /** Pending, because its credentials do not work. */
  failing: z.literal(true).optional(),
  /** Available and unused for at least this many days. */
  idle_days: z.int().min(0).max(3650).optional(),
})
export const cloudAccount = cloudAccountRow.extend({ history: z.array(transition) })
export type CloudAccount = z.output<typeof cloudAccount>

const credentials = z.record(z.string().max(64), z.string().max(20_000))
const edit = {
  version: z.int().optional(),
  name: line(120).optional(),
  region: line(40).optional(),
  credentials: credentials.optional(),
  notes: text(5000).optional(),
  /** True holds the account, false releases it; both need a reason. */
  hold: z.boolean().optional(),
  reason: line(500).optional(),
}
export const awsAccountEdit = z.strictObject({
  account_id: z.string().regex(/^\d{12}$/, 'Use the twelve digits of the account id'),
  ...edit,
})
export const azureSubscriptionEdit = z.strictObject({ subscription_id: z.uuid('A subscription id is a uuid'), ...edit })
export const gcpProjectEdit = z.strictObject({
  project_id: z.string().regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'Use 6 to 30 of a–z, 0–9 and dashes'),
  ...edit,
})
/** `confirm` is the account's id, typed by the administrator; `end_deployment` first ends a learner's lab. */
export const nukeConfirmation = z.strictObject({
  confirm: z.string().min(1).max(64),
  end_deployment: z.boolean().optional(),
})
