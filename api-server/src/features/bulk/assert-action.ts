import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assertAccess, mayCall } from '../../identity/require-access.ts'

/** A bulk action needs the same rights as its single call. Checked before anything is read, and again for every chunk. */
export const assertBulkAction = (name: BulkActionName, user: CurrentUser | null) =>
  assertAccess(singleOperation(name), user)

export const mayDoBulkAction = (name: BulkActionName, user: CurrentUser) => mayCall(singleOperation(name), user)

/** The operation that does the action on one row, with the capabilities that the action needs. */
function singleOperation(name: BulkActionName) {
  const capabilities = capabilitiesOf(name)
  return { ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }
}
