import type { Db } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { secondsToNextMail, voidMailTokens } from './mail-token-queries.ts'
import { type Account, deleteUnactivatedDuplicates, lockAccount, updateAccount } from './queries.ts'
import { type LinkMail, tooManyMails } from './sql.ts'

/** Whether the account can currently grant permissions. An account waiting for deletion cannot. */
const isOwner = (account: Account) =>
  account.roles.includes('admin') &&
  account.capabilities.includes('owner') &&
  account.activated_at !== null &&
  !account.disabled_at &&
  !account.deletion_due_at

/** Whether no other of these administrators is an active owner. */
export const isLastOwner = (administrators: Account[], account: Account) =>
  isOwner(account) && !administrators.some((other) => other.id !== account.id && isOwner(other))

/** Must be called on locked rows. Otherwise two concurrent changes could each see the other owner as still present. */
export function assertNotLastOwner(administrators: Account[], account: Account, change: Partial<Account>) {
  if (isLastOwner(administrators, account) && !isOwner({ ...account, ...change }))
    throw new ApiError('conflict', 'This is the last owner. Make another account an owner first.')
}

/** Only owners may change the address, password or sessions of administrators; otherwise support could take over their accounts. */
export const canManageAccount = (actor: Pick<CurrentUser, 'capabilities'>, account: { roles: string[] }) =>
  !account.roles.includes('admin') || actor.capabilities.includes('owner')

/** Locks the account and throws `rate_limited`, with the seconds to wait, if its hourly mails of this kind are used up. */
export async function assertMailAllowed(tx: Db, userId: string, kind: LinkMail) {
  await lockAccount(tx, { id: userId })
  const wait = await secondsToNextMail(tx, userId, kind)
  if (wait !== null) throw new ApiError('rate_limited', tooManyMails, { retryAfter: Math.max(1, wait) })
}

/**
 * Sets a confirmed address, deletes accounts that were created with it and never activated, and voids the links in the old mailbox. Fails on
 * the index `users_email_activated` if another account was activated with it first.
 */
export async function changeAddress(tx: Db, id: string, email: string) {
  await updateAccount(tx, id, { email })
  await deleteUnactivatedDuplicates(tx, { id, email })
  await voidMailTokens(tx, id, 'reset', 'email_change')
}
