import { bulkAction, bulkItemState, bulkState } from '@flagyard/api-types/schemas'
import { z } from 'zod'

/** What the list of bulk work can be narrowed and ordered by. */
export const bulkJobList = {
  filters: z.strictObject({ state: bulkState.optional(), action: bulkAction.optional() }),
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', descending: true },
} as const

/** The rows of one job: which one must be said. */
export const bulkItemList = {
  filters: z.strictObject({ job: z.uuid(), state: bulkItemState.optional() }),
  sorts: ['position'],
} as const

export type BulkJobFilter = z.output<(typeof bulkJobList)['filters']> & { id?: string[] }
export type BulkItemFilter = z.output<(typeof bulkItemList)['filters']> & { id?: string[] }
