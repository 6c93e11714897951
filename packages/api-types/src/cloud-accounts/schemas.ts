import { z } from 'zod'
import { accountSearch, count, line, listFilter, search, text, time, uuid } from '../contract/fields.ts'
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
export const cloudAccountAction = z.enum([
  'update',
  'verify',
  'hold',
  'release',
  'nuke',
  'end_and_nuke',
  'accept_residue',
  'withdraw_residue',
  'retire',
])

/** An account in the admin console, without its credentials. */
export const cloudAccountRow = z.object({
  /** Account id of the provider. */
  id: z.string(),
  uuid,
  cloud,
  name: z.string(),
  region: z.string(),
  status: cloudStatus,
  lock_reason: lockReason.nullable(),
  status_since: time,
  /** Reason for the hold. If set while a lab is still ending, the account is held afterwards. */
  hold_reason: z.string().nullable(),
  /** Contents are evidence: the account cannot be cleaned or retired until its hold is released. */
  is_evidence: z.boolean(),
  /** When the account was removed from the pool; its page still shows its holders. Retired accounts are not listed. */
  retired_at: time.nullable(),
  /** Learner whose lab uses the account. Like `lab`, absent for administrators who may not read holders. */
  holder: z.string().nullable().optional(),
  deployment_id: uuid.nullable(),
  lab: z.string().nullable().optional(),
  last_error: z.string().nullable(),
  last_nuked_at: time.nullable(),
  nuke_failures: count,
  /** Time of the next clean-up or credential check; null if nothing failed or no automatic retry is planned. */
  next_try_at: time.nullable(),
  /** End of the period for which an administrator accepted leftover resources. */
  residue_until: time.nullable(),
  notes: z.string(),
  version: z.int(),
  allowed: z.array(cloudAccountAction),
})
export type CloudAccountRow = z.output<typeof cloudAccountRow>
export const cloudAccountFilter = listFilter({
  q: search.optional(),
  status: z.union([cloudStatus, z.array(cloudStatus).max(8)]).optional(),
  lock_reason: lockReason.optional(),
  /** Pending because its credentials do not work. */
  failing: z.literal(true).optional(),
  /** Available and unused for at least this many days. */
  idle_days: z.int().min(0).max(3650).optional(),
  region: line(40).optional(),
  /** Learner whose lab uses the account. */
  holder: accountSearch.optional(),
})

/** A resource in an account, with the provider's type and name. */
export const cloudResource = z.strictObject({ type: z.string().min(1).max(200), name: z.string().min(1).max(500) })
export type CloudResource = z.output<typeof cloudResource>
export const cloudResources = z.object({ count, first: z.array(z.object({ type: z.string(), name: z.string() })) })

/** Trace of earlier holders in a cleaned account, and whether the next holder could see it with the broadest permissions a lab may grant. */
export const receiptTrace = z.object({
  what: z.string(),
  /** Permissions that expose it, in the provider's terms. */
  rights: z.array(z.string()),
  result: z.enum(['denied', 'empty', 'visible', 'not_checked']),
  /** The first names that were visible. */
  names: z.array(z.string()),
})
export type ReceiptTrace = z.output<typeof receiptTrace>

/** Result of one clean-up pass. Before the pass, the account contained all three lists; afterwards `residue` and `left`. */
export const nukeReceipt = z.object({
  at: time,
  /** Pass number: 0 inspects the account when its credentials are verified, 1 cleans, 2 inspects again. */
  pass: z.int(),
  removed: cloudResources,
  /** Allowed to remain: the defaults of every account, and resources that an administrator accepted. */
  residue: cloudResources,
  /** Must be removed. */
  left: cloudResources,
  /** Empty if the pass did not probe for traces. The second pass and the check of a new account do. */
  traces: z.array(receiptTrace),
})
export type NukeReceipt = z.output<typeof nukeReceipt>

/** A clean-up pass with its error message, from the provider or from us; null if it succeeded. */
export const cleanUp = nukeReceipt.extend({ cause: z.string().nullable() })
export type CleanUp = z.output<typeof cleanUp>

export const cloudAccount = cloudAccountRow.extend({
  history: z.array(transition),
  /** Newest first. */
  receipts: z.array(cleanUp),
  accepted_residue: z.array(z.object({ type: z.string(), name: z.string() })),
  /** A credential check was requested and has not finished. */
  is_checking: z.boolean(),
  /** Time of the last credential check. `check_error` is the provider's message; null if the credentials work. */
  checked_at: time.nullable(),
  check_error: z.string().nullable(),
})
export type CloudAccount = z.output<typeof cloudAccount>

/** A holder of the account: the period, and its contents before and after. */
export const cloudAccountHolder = z.object({
  deployment_id: uuid,
  username: z.string(),
  lab: z.string().nullable(),
  exam: z.string().nullable(),
  from: time,
  until: time.nullable(),
  reason: z.string().nullable(),
  before: nukeReceipt.nullable(),
  after: nukeReceipt.nullable(),
})
export type CloudAccountHolder = z.output<typeof cloudAccountHolder>

export const momentQuery = z.strictObject({ at: z.iso.datetime() })
/** Holder of an account at a given time. If `holder` is null, the account was free; `before` and `after` are the holders around that time. */
export const cloudAccountMoment = z.object({
  at: time,
  /** Account status at that time; null before its history begins. */
  status: cloudStatus.nullable(),
  holder: cloudAccountHolder.nullable(),
  before: cloudAccountHolder.nullable(),
  after: cloudAccountHolder.nullable(),
})
export type CloudAccountMoment = z.output<typeof cloudAccountMoment>

const credentials = z.record(z.string().max(64), z.string().max(20_000))
const edit = {
  version: z.int().optional(),
  name: line(120).optional(),
  region: line(40).optional(),
  credentials: credentials.optional(),
  notes: text(5000).optional(),
  /** True holds the account, false releases it. Both require a reason. */
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
/** `confirm` is the account id, typed by the administrator; `end_deployment` first ends a learner's lab. */
export const nukeConfirmation = z.strictObject({
  confirm: z.string().min(1).max(64),
  end_deployment: z.boolean().optional(),
})

/** The date is the last day on which the resources may remain. */
export const residueAcceptance = z.strictObject({
  version: z.int(),
  resources: z.array(cloudResource).min(1).max(50),
  until: z.iso.date(),
  reason: line(500).min(1, 'Enter the reason'),
})
export const residueWithdrawal = z.strictObject({
  version: z.int(),
  reason: line(500).min(1, 'Enter the reason'),
})

/** CSV table of accounts of one cloud, with a header line. Without `dry_run`, either all accounts are added or none. */
export const cloudImport = z.strictObject({
  cloud,
  csv: z.string().min(1, 'Choose a file').max(900_000, 'The file is too large: at most 900 kB'),
  dry_run: z.boolean(),
})
export const cloudImportReport = z.object({
  total: count,
  refused: count,
  /** Number of accounts added; 0 in a dry run. */
  added: count,
  rows: z.array(
    z.object({
      /** Line number, counting from the header line as 1. */
      line: count,
      id: z.string(),
      name: z.string(),
      region: z.string(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
})
export type CloudImportReport = z.output<typeof cloudImportReport>
