import { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from '@flagyard/api-types'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { assertAccess, mayCall } from '../../../identity/require-access.ts'

/** A bulk action requires the same permissions as its single call. Checked before anything is read, and again for every chunk. */
export const assertBulkAction = (name: BulkActionName, user: CurrentUser | null) =>
  assertAccess(singleOperation(name), user)

export const mayDoBulkAction = (name: BulkActionName, user: CurrentUser) => mayCall(singleOperation(name), user)

/** The operation of the action on a single row, with the capabilities that the action requires. */
function singleOperation(name: BulkActionName) {
  const capabilities = capabilitiesOf(name)
  return { ...callOf(bulkActionOf(name).like), ...(capabilities && { capabilities }) }
}
