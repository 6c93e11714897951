import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import type { Account } from './queries.ts'

/** Functions on accounts, sessions and mail tokens for other features. Pure rules are imported from their own files. */

/** Whether the account can currently grant permissions. An account waiting for deletion cannot. */
const isOwner = (account: Account) =>
  account.roles.includes('admin') &&
  account.capabilities.includes('owner') &&
  account.activated_at !== null &&
  !account.disabled_at &&
  !account.deletion_due_at

export const isLastOwner = (administrators: Account[], account: Account) =>
  isOwner(account) && !administrators.some((other) => other.id !== account.id && isOwner(other))

/** Must be called on locked rows. Otherwise two concurrent changes could each see the other owner as still present. */
export function assertNotLastOwner(administrators: Account[], account: Account, change: Partial<Account>) {
  if (isLastOwner(administrators, account) && !isOwner({ ...account, ...change }))
    throw new ApiError('conflict', 'This is the last owner. Make another account an owner first.')
}

/**
 * Whether the actor may change the account's address, password or sessions. Only owners may do so for administrators; otherwise support could take
 * over an administrator's account.
 */
export const canManageAccount = (actor: Pick<CurrentUser, 'capabilities'>, account: { roles: string[] }) =>
  !account.roles.includes('admin') || actor.capabilities.includes('owner')
