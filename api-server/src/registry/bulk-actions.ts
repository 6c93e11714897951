import type { BulkActionName } from '@flagyard/api-types'
import type { BulkAction } from '../extension-points/bulk-action.ts'
import { userBulkActions } from '../features/users/bulk.ts'

/** Everything that can be done to many rows at once. */
export const bulkActions: Readonly<Record<BulkActionName, BulkAction>> = { ...userBulkActions }
