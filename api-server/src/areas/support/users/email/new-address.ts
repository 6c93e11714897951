import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import {
  type Account,
  canManageAccount,
  findAccountByUsername,
  findActivatedByEmail,
} from '../../../platform/auth/index.ts'
import { prepareEmailChange } from './change.ts'
import { emailReplacedMail } from './mails.ts'

type Edit = Output<'userEdit'>
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Prepares the new address of an activated account. As in a change by the owner, the new address must be confirmed first; the old
 * one is notified immediately. Returns undefined if nothing needs to be confirmed: the address is the same, or the account was never
 * activated and its activation link confirms the new address.
 */
export async function prepareNewAddress(
  deps: NeededDeps,
  actor: CurrentUser,
  { username, version, email, disabled, reason }: Edit & { email: string },
) {
  const account = await findAccountByUsername(deps.db, username)
  if (account.version !== version) throw staleVersion()
  assertCanManage(actor, account, { username, version, email, disabled })
  if (account.email.toLowerCase() === email.toLowerCase()) return undefined
  if (!reason) throw invalidField('reason', 'Enter a reason for the new address')
  if (!account.activated_at) return undefined
  if (await findActivatedByEmail(deps.db, email)) throw addressTaken()
  await consumeAttempt(deps, `email_change:${account.id}`, 5, 3600)
  const queueConfirmation = await prepareEmailChange(deps, account, email, 'support')
  const notice = await prepareMail(emailReplacedMail(account, deps.config.publicUrl))
  return {
    async queue(tx: Db) {
      await queueConfirmation(tx)
      await queueMail(tx, notice)
    },
    entries: [
      { action: 'users.change_email' as const, before: { email: account.email }, after: { email, confirmed: false } },
    ],
  }
}

export const addressTaken = () => invalidField('email', 'Another account uses this address')
export const staleVersion = () =>
  new ApiError('stale_version', 'Someone else changed this account first. Please reload and check it.')

/** Throws if the edit is reserved for owners, or if an administrator disables their own account. */
export function assertCanManage(actor: CurrentUser, account: Account, edit: Edit) {
  if (edit.disabled && account.id === actor.id)
    throw new ApiError('conflict', 'You cannot disable your own account. Ask another owner.')
  if (canManageAccount(actor, account)) return
  for (const field of ['email', 'disabled'] as const)
    if (edit[field] !== undefined)
      throw new ApiError('forbidden', `Changing ${field} of an administrator needs the capability owner.`, {
        errors: [{ field, message: 'Needs the capability owner' }],
      })
}
