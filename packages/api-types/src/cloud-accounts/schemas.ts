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
  /** What is in it is evidence: it is neither nuked nor retired before its hold is released. */
  is_evidence: z.boolean(),
  /** Since when it is no part of the pool; its page tells who had it. No list shows it. */
  retired_at: time.nullable(),
  /** Learner whose lab is in the account. Absent for administrators who may not read about holders, as is `lab`. */
  holder: z.string().nullable().optional(),
  deployment_id: uuid.nullable(),
  lab: z.string().nullable().optional(),
  last_error: z.string().nullable(),
  last_nuked_at: time.nullable(),
  nuke_failures: count,
  /** When it is cleaned, or its credentials are tried, again; null when nothing failed or nothing is tried by itself. */
  next_try_at: time.nullable(),
  /** Until when what an administrator accepted may stay in it. */
  residue_until: time.nullable(),
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
  region: line(40).optional(),
  /** The learner whose lab is in it. */
  holder: accountSearch.optional(),
})

/** Something that stands in an account, by the provider's type and name. */
export const cloudResource = z.strictObject({ type: z.string().min(1).max(200), name: z.string().min(1).max(500) })
export type CloudResource = z.output<typeof cloudResource>
export const cloudResources = z.object({ count, first: z.array(z.object({ type: z.string(), name: z.string() })) })

/** A trace of earlier holders in an emptied account, and whether the next holder could read it with the most rights that a lab may give. */
export const receiptTrace = z.object({
  what: z.string(),
  /** Rights that show it, by the provider's names. */
  rights: z.array(z.string()),
  result: z.enum(['denied', 'empty', 'visible', 'not_checked']),
  /** The first names that were shown. */
  names: z.array(z.string()),
})
export type ReceiptTrace = z.output<typeof receiptTrace>

/** What one pass of a clean-up found: before it stood all three in the account, after it `residue` and `left`. */
export const nukeReceipt = z.object({
  at: time,
  /** 0 looked when its credentials were verified, 1 cleans, 2 looks once more. */
  pass: z.int(),
  removed: cloudResources,
  /** What may stay: what every account starts with, and what an administrator accepted. */
  residue: cloudResources,
  /** What must go. */
  left: cloudResources,
  /** Empty for a pass that did not probe. The second pass and the check of a new account do. */
  traces: z.array(receiptTrace),
})
export type NukeReceipt = z.output<typeof nukeReceipt>

/** A pass with what the cloud, or we, said of it where it failed. */
export const cleanUp = nukeReceipt.extend({ cause: z.string().nullable() })
export type CleanUp = z.output<typeof cleanUp>

export const cloudAccount = cloudAccountRow.extend({
  history: z.array(transition),
  /** The newest first. */
  receipts: z.array(cleanUp),
  accepted_residue: z.array(z.object({ type: z.string(), name: z.string() })),
  /** A check of its credentials was asked for and has not ended. */
  is_checking: z.boolean(),
  /** When its credentials were last tried; `check_error` is what the provider said, null when they work. */
  checked_at: time.nullable(),
  check_error: z.string().nullable(),
})
export type CloudAccount = z.output<typeof cloudAccount>

/** Who worked in an account, from when until when, and what stood in it before and after. */
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
/** Who had an account at a moment: nobody, where `holder` is null; then `before` and `after` are those around it. */
export const cloudAccountMoment = z.object({
  at: time,
  /** What the account was then; null before its history begins. */
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

/** The day is the last on which the resources may stay. */
export const residueAcceptance = z.strictObject({
  version: z.int(),
  resources: z.array(cloudResource).min(1).max(50),
  until: z.iso.date(),
  reason: line(500).min(1, 'Say why it may stay'),
})
export const residueWithdrawal = z.strictObject({
  version: z.int(),
  reason: line(500).min(1, 'Say why it may not stay any longer'),
})

/** A table of accounts of one cloud: the first line names its columns. Without `dry_run` all are added, or none. */
export const cloudImport = z.strictObject({
  cloud,
  csv: z.string().min(1, 'Choose a file').max(900_000, 'The file is too large: at most 900 kB'),
  dry_run: z.boolean(),
})
export const cloudImportReport = z.object({
  total: count,
  /** Rows with errors. */
  refused: count,
  /** How many were added: none in a dry run. */
  added: count,
  rows: z.array(
    z.object({
      /** As an editor counts: the line with the columns' names is the first. */
      line: count,
      id: z.string(),
      name: z.string(),
      region: z.string(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
})
export type CloudImportReport = z.output<typeof cloudImportReport>
