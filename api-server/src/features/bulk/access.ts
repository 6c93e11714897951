import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import type { CurrentUser } from '../../identity/current-user.ts'
import { requireAccess } from '../../identity/require-access.ts'

/** Whoever may do it to one row may do it to many; asked before anything is read or written, and again with every chunk. */
export function requireAction(name: BulkActionName, user: CurrentUser | null) {
  const capabilities = capabilitiesOf(name)
  requireAccess({ ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }, user)
}
