import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assertAccess, mayCall } from '../../identity/require-access.ts'

/** Whoever may do it to one row may do it to many; asked before anything is read or written, and again with every chunk. */
export const assertBulkAction = (name: BulkActionName, user: CurrentUser | null) => assertAccess(rowOf(name), user)

export const mayDoBulkAction = (name: BulkActionName, user: CurrentUser) => mayCall(rowOf(name), user)

/** The call that does it once, with the rights that it takes. */
function rowOf(name: BulkActionName) {
  const capabilities = capabilitiesOf(name)
  return { ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }
}
