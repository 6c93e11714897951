import type { BulkActionName } from '@flagyard/api-types'
import { userBulkActions } from '../users/bulk.ts'
import type { BulkAction } from './action.ts'

/** Everything that can be done to many rows at once: one line a feature. */
const actions: Record<BulkActionName, BulkAction> = { ...userBulkActions }

export const actionOf = (name: BulkActionName): BulkAction => actions[name]
