import { operations } from '@flagyard/api-types'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall, mayGive } from '../../../identity/require-access.ts'
import type { EntitlementRow } from './queries.ts'
import type { EntitlementState } from './sql.ts'

interface Row extends Pick<EntitlementRow, 'source' | 'ends_at'> {
  state: EntitlementState
  restore_until: Date | null
}

/** Actions that the row's state permits, for any caller. */
const possible = ({ state, source, ends_at, restore_until }: Row) => ({
  extend: state !== 'revoked' && ends_at !== null,
  suspend: state === 'open' || state === 'not_yet',
  resume: state === 'suspended',
  revoke: state !== 'revoked',
  restore: state === 'revoked' && restore_until !== null,
  // Beta access is personal: change the beta testers of the course instead.
  move: state !== 'revoked' && state !== 'suspended' && source !== 'beta',
})

export const isPossible = (row: Row, action: keyof ReturnType<typeof possible>) => possible(row)[action]

export function allowedOnEntitlement(row: Row & { username: string }, caller: CurrentUser) {
  const can = possible(row)
  const mayGiveMore = mayGive(caller, row.username === caller.username)
  return allowedAmong({
    extend: can.extend && mayGiveMore && mayCall(operations.extendEntitlement, caller),
    suspend: can.suspend && mayCall(operations.suspendEntitlement, caller),
    resume: can.resume && mayGiveMore && mayCall(operations.resumeEntitlement, caller),
    revoke: can.revoke && mayCall(operations.revokeEntitlement, caller),
    restore: can.restore && mayGiveMore && mayCall(operations.restoreEntitlement, caller),
    move: can.move && mayCall(operations.moveEntitlement, caller),
  })
}
