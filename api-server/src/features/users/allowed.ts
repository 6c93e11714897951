import { operations, type UserRow } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { CurrentUser } from '../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../identity/require-access.ts'
import { canManageAccount } from '../auth/reach.ts'

interface Account extends Pick<UserRow, 'roles' | 'state'> {
  uuid: string
  /** Besides its state: an account that is being deleted may be disabled too. */
  is_disabled: boolean
  is_sitting_exam: boolean
  /** It is being deleted, and the time for taking that back is not over. */
  can_be_kept: boolean
}

/** What this administrator may do with the account now, by the same rules as the calls themselves. */
export function allowedOnUser(account: Account, caller: CurrentUser) {
  const { state, roles, is_disabled } = account
  const may = (call: AdminOperationName, field?: string) => mayCall(operations[call], caller, field)
  const isOwn = account.uuid === caller.id
  const isReached = canManageAccount(caller, account)
  const mayDisable = may('updateUser', 'disabled') && isReached
  return allowedAmong({
    update: may('updateUser', 'full_name'),
    change_email: may('updateUser', 'email') && isReached,
    change_rights: may('updateUser', 'roles'),
    disable: mayDisable && !isOwn && !is_disabled,
    enable: mayDisable && is_disabled,
    delete: may('deleteUser') && isReached && !isOwn && state !== 'deleting' && !account.is_sitting_exam,
    undo_deletion: may('undoUserDeletion') && isReached && account.can_be_kept,
    see_as: may('seeAs') && state === 'active' && !roles.includes('admin'),
    end_sessions: may('endUserSessions') && (isOwn || isReached),
    send_password_reset: may('sendPasswordReset') && state === 'active',
    resend_activation: may('resendActivationForUser') && state === 'inactive',
  })
}
