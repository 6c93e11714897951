import { ApiError } from '../../../errors.ts'
import type { Account } from './queries.ts'

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
