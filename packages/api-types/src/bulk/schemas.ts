import { z } from 'zod'
import { count, line, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { openLabs } from '../deployments/schemas.ts'
import { entitlementKind, MAX_ACCESS_DAYS } from '../entitlements/schemas.ts'
import { incidentAsk, incidentEffect } from '../exams/incident-schemas.ts'

/** Titles and rules of the actions are in actions.ts. */
export const bulkAction = z.enum([
  'users.disable',
  'users.enable',
  'users.resend_activation',
  'users.send_password_reset',
  'users.regrade',
  'users.grant',
  'users.ungrant',
  'entitlements.extend',
  'entitlements.shorten',
  'entitlements.suspend',
  'entitlements.resume',
  'entitlements.revoke',
  'entitlements.restore',
  'incidents.stop',
  'incidents.resume',
  'incidents.extend',
  'incidents.postpone',
  'incidents.write',
  'incidents.rebuild',
  'vouchers.revoke',
  'vouchers.restore',
  'vouchers.send',
  'certificates.revoke',
  'certificates.restore',
  'certificates.send',
  'aws_accounts.hold',
  'aws_accounts.release',
  'aws_accounts.verify',
  'aws_accounts.nuke',
  'aws_accounts.retire',
  'azure_subscriptions.hold',
  'azure_subscriptions.release',
  'azure_subscriptions.verify',
  'azure_subscriptions.nuke',
  'azure_subscriptions.retire',
  'gcp_projects.hold',
  'gcp_projects.release',
  'gcp_projects.verify',
  'gcp_projects.nuke',
  'gcp_projects.retire',
  'deployments.end',
  'deployments.hold',
  'alarms.take',
  'lesson_reports.close',
])
export type BulkActionName = z.output<typeof bulkAction>
export const bulkState = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
export const bulkItemState = z.enum(['waiting', 'done', 'failed'])

export const bulkAccess = z.strictObject({
  kind: entitlementKind.optional(),
  slug: slug.optional(),
  days: z.int().min(1).max(MAX_ACCESS_DAYS).optional(),
})

export type BulkAccess = z.input<typeof bulkAccess>

const selection = {
  action: bulkAction,
  /** The list's own filter, as JSON. The rows that match when the job starts are changed. */
  filter: z.string().max(20_000).optional(),
  /** Row ids, instead of a filter. */
  ids: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
  /** For an action on the candidates of an incident: which incident, and what the action needs. */
  incident: incidentAsk.optional(),
  /** For an action on access: what opens, or for how many days more. */
  access: bulkAccess.optional(),
}

export const bulkAsk = z.strictObject({
  ...selection,
  reason: line(500).optional(),
  /** For an action that ends labs too: they are ended, unless this is false. */
  end_deployments: z.boolean().optional(),
  /** For a regrade: the flag that was broken. */
  flag: uuid.optional(),
  /** For an action that cannot be undone, or for more than 50 rows: how many rows it will change, typed by the administrator. */
  confirm: count.optional(),
})

export const bulkPreviewAsk = z.strictObject({
  ...selection,
  /** Which rows to list: those that will change or those that will be refused. */
  show: z.enum(['changes', 'refused']).default('changes'),
  from: z.int().min(0).max(1_000_000).default(0),
})

/** Result of a dry run. */
export const bulkPreview = z.object({
  total: count,
  changes: count,
  refused: count,
  /** Reasons for refusals with the number of rows. */
  reasons: z.array(z.object({ message: z.string(), count })),
  rows: z.array(
    z.object({
      id: z.string(),
      /** What people call it, where its id tells nobody. */
      label: z.string().nullable(),
      message: z.string().nullable(),
      /** What would become of the candidate, for an action of an incident. */
      effect: incidentEffect.nullable(),
    }),
  ),
  from: count,
  /** Labs of the rows that will change, for an action that asks about them. */
  labs: openLabs.nullable(),
})
export type BulkPreview = z.output<typeof bulkPreview>

export const bulkJobAction = z.enum(['cancel', 'undo'])

export const bulkJob = z.object({
  id: uuid,
  action: bulkAction,
  actor: z.string(),
  state: bulkState,
  total: count,
  done: count,
  failed: count,
  reason: z.string().nullable(),
  /** Why the job stopped early, unless it was cancelled. */
  stopped_because: z.string().nullable(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  undo_until: time.nullable(),
  /** The job that this one undoes, and the job that undid this one. */
  undoes: uuid.nullable(),
  undone_by: uuid.nullable(),
  /** The incident that it was started for. */
  incident: uuid.nullable(),
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them. */
  allowed: z.array(bulkJobAction),
})
export type BulkJob = z.output<typeof bulkJob>

export const bulkItem = z.object({
  id: z.string(),
  /** Whose row it is, where the id alone tells nobody. */
  label: z.string().nullable(),
  state: bulkItemState,
  message: z.string().nullable(),
})
export type BulkItem = z.output<typeof bulkItem>

export const bulkJobFilter = listFilter({
  /** The administrator who started it, and the reason given. */
  q: search.optional(),
  state: bulkState.optional(),
  action: bulkAction.optional(),
  incident: z.uuid().optional(),
})
/** `job` is required: the list shows the rows of one job. */
export const bulkItemFilter = listFilter({ job: z.uuid(), state: bulkItemState.optional() })
