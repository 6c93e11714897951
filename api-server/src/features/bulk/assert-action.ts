import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assertAccess } from '../../identity/require-access.ts'

/** Whoever may do it to one row may do it to many; asked before anything is read or written, and again with every chunk. */
export function assertBulkAction(name: BulkActionName, user: CurrentUser | null) {
  const capabilities = capabilitiesOf(name)
  assertAccess({ ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }, user)
}
