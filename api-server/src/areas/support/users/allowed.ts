import { operations, type UserRow } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall, mayGive } from '../../../identity/require-access.ts'
import { canManageAccount } from '../../platform/auth/index.ts'

interface Account extends Pick<UserRow, 'roles' | 'state'> {
  uuid: string
  /** Separate from `state`, because an account that is being deleted can also be disabled. */
  is_disabled: boolean
  is_sitting_exam: boolean
  is_frozen: boolean
  /** The account is being deleted, and the deletion can still be undone. */
  is_deletion_undoable: boolean
}

/** Actions that this administrator may perform on the account now, by the same rules that the operations check. */
export function allowedOnUser(account: Account, caller: CurrentUser) {
  const { state, roles, is_disabled, is_frozen } = account
  const may = (call: AdminOperationName, field?: string) => mayCall(operations[call], caller, field)
  const isOwn = account.uuid === caller.id
  const canManage = canManageAccount(caller, account)
  const mayDisable = may('updateUser', 'disabled') && canManage
  return allowedAmong({
    update: may('updateUser', 'full_name'),
    change_email: may('updateUser', 'email') && canManage,
    change_rights: may('updateUser', 'roles'),
    disable: mayDisable && !isOwn && !is_disabled,
    enable: mayDisable && is_disabled && !is_frozen,
    freeze: may('freezeUser') && canManage && !isOwn && !is_frozen && state !== 'deleting',
    unfreeze: may('unfreezeUser') && canManage && is_frozen,
    delete: may('deleteUser') && canManage && !isOwn && state !== 'deleting' && !account.is_sitting_exam,
    undo_deletion: may('undoUserDeletion') && canManage && account.is_deletion_undoable,
    impersonate: may('startImpersonation') && state === 'active' && !roles.includes('admin'),
    end_sessions: may('endUserSessions') && (isOwn || canManage),
    send_password_reset: may('sendPasswordReset') && state === 'active',
    grant: may('grantEntitlement') && state === 'active' && mayGive(caller, isOwn),
    resend_activation: may('resendActivationForUser') && state === 'inactive',
  })
}

/** Actions allowed on one of the account's mails. */
export const allowedOnMail = ({ is_resendable }: { is_resendable: boolean }, caller: CurrentUser) =>
  allowedAmong({ resend: is_resendable && mayCall(operations.resendUserMail, caller) })
