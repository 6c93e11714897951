import { z } from 'zod'
import { count, line, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { openLabs } from '../deployments/schemas.ts'
import { entitlementKind, MAX_ACCESS_DAYS } from '../entitlements/schemas.ts'
import { incidentAsk, incidentEffect } from '../exam-attempts/incident-schemas.ts'

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
  /** Filter of the list, as JSON. Applies to the rows that match when the job starts. */
  filter: z.string().max(20_000).optional(),
  /** Row ids, instead of a filter. */
  ids: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
  /** For actions on incident candidates: the incident and the action's input. */
  incident: incidentAsk.optional(),
  /** For actions on access: the content to grant, or the number of days to add. */
  access: bulkAccess.optional(),
}

export const bulkAsk = z.strictObject({
  ...selection,
  reason: line(500).optional(),
  /** For actions that can also end labs. Default: true. */
  end_deployments: z.boolean().optional(),
  /** For a regrade: the faulty flag. */
  flag: uuid.optional(),
  /** For irreversible actions, or more than 50 rows: the number of affected rows, typed by the administrator. */
  confirm: count.optional(),
})

export const bulkPreviewAsk = z.strictObject({
  ...selection,
  /** Rows to list: those that will change, or those that will be refused. */
  show: z.enum(['changes', 'refused']).default('changes'),
  from: z.int().min(0).max(1_000_000).default(0),
})

export const bulkPreview = z.object({
  total: count,
  changes: count,
  refused: count,
  /** Reasons for refusals, with the number of rows for each. */
  reasons: z.array(z.object({ message: z.string(), count })),
  rows: z.array(
    z.object({
      id: z.string(),
      /** Display name, if the id means nothing to people. */
      label: z.string().nullable(),
      message: z.string().nullable(),
      /** For incident actions: effect on the candidate. */
      effect: incidentEffect.nullable(),
    }),
  ),
  from: count,
  /** For actions that can end labs: labs of the affected rows. */
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
  /** Reason the job stopped early; null if it was cancelled. */
  stopped_because: z.string().nullable(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  undo_until: time.nullable(),
  /** Job that this one undoes, and job that undid this one. */
  undoes: uuid.nullable(),
  undone_by: uuid.nullable(),
  /** Incident that the job was started for. */
  incident: uuid.nullable(),
  allowed: z.array(bulkJobAction),
})
export type BulkJob = z.output<typeof bulkJob>

export const bulkItem = z.object({
  id: z.string(),
  /** Owner of the row, if the id means nothing to people. */
  label: z.string().nullable(),
  state: bulkItemState,
  message: z.string().nullable(),
})
export type BulkItem = z.output<typeof bulkItem>

export const bulkJobFilter = listFilter({
  /** Searches the administrator's username and the reason. */
  q: search.optional(),
  state: bulkState.optional(),
  action: bulkAction.optional(),
  incident: z.uuid().optional(),
})
/** `job` is required: the list shows the rows of one job. */
export const bulkItemFilter = listFilter({ job: z.uuid(), state: bulkItemState.optional() })
