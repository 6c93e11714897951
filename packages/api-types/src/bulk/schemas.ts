import { z } from 'zod'
import { count, line, listFilter, time, uuid } from '../contract/fields.ts'

/** What each means stands in actions.ts. */
export const bulkAction = z.enum([
  'users.disable',
  'users.enable',
  'users.resend_activation',
  'users.send_password_reset',
])
export type BulkActionName = z.output<typeof bulkAction>
export const bulkState = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed'])
export const bulkItemState = z.enum(['waiting', 'done', 'failed'])

const selection = {
  action: bulkAction,
  /** The list's own filter, as JSON: what it matches when the work starts is what the work is done to. */
  filter: z.string().max(20_000).optional(),
  /** Or these rows and no others. */
  ids: z.array(z.string().min(1).max(64)).min(1).max(10_000).optional(),
}

export const bulkAsk = z.strictObject({ ...selection, reason: line(500).optional() })

export const bulkPreviewAsk = z.strictObject({
  ...selection,
  /** Which rows to name: those that will change, or those that will be refused. */
  show: z.enum(['changes', 'refused']).default('changes'),
  from: z.int().min(0).max(1_000_000).default(0),
})

/** What would happen. Nothing has happened yet. */
export const bulkPreview = z.object({
  total: count,
  changes: count,
  refused: count,
  /** Why rows are refused, and how many each reason. */
  reasons: z.array(z.object({ message: z.string(), count })),
  rows: z.array(z.object({ id: z.string(), message: z.string().nullable() })),
  from: count,
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
  /** Why it ended before its end, when nobody cancelled it. */
  stopped_because: z.string().nullable(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  undo_until: time.nullable(),
  /** The work that this one takes back, and the one that took this back. */
  undoes: uuid.nullable(),
  undone_by: uuid.nullable(),
  /** What whoever asks may do with it now. A call named here passes, unless a limit of tries refuses it. */
  allowed: z.array(bulkJobAction),
})
export type BulkJob = z.output<typeof bulkJob>

export const bulkItem = z.object({
  id: z.string(),
  state: bulkItemState,
  message: z.string().nullable(),
})
export type BulkItem = z.output<typeof bulkItem>

export const bulkJobFilter = listFilter({ state: bulkState.optional(), action: bulkAction.optional() })
/** The rows of one job: which one must be said. */
export const bulkItemFilter = listFilter({ job: z.uuid(), state: bulkItemState.optional() })
