import { ApiError } from '../../errors.ts'
import type { Account } from './queries.ts'

/** Whether the account can grant rights now. An account that waits for its deletion cannot. */
const isOwner = (account: Account) =>
  account.roles.includes('admin') &&
  account.capabilities.includes('owner') &&
  account.activated_at !== null &&
  !account.disabled_at &&
  !account.deletion_due_at

export const isLastOwner = (administrators: Account[], account: Account) =>
  isOwner(account) && !administrators.some((other) => other.id !== account.id && isOwner(other))

/** Call it on locked rows: otherwise two concurrent changes could each find the other owner still there. */
export function assertNotLastOwner(administrators: Account[], account: Account, change: Partial<Account>) {
  if (isLastOwner(administrators, account) && !isOwner({ ...account, ...change }))
    throw new ApiError('conflict', 'This is the last owner. Make another account an owner first.')
}
