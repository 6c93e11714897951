import { ApiError } from '../../errors.ts'
import type { Account } from './queries.ts'

/** Whether the account can give rights now: one that waits for its deletion cannot. */
const isOwner = (one: Account) =>
  one.roles.includes('admin') &&
  one.capabilities.includes('owner') &&
  one.activated_at !== null &&
  !one.disabled_at &&
  !one.deletion_due_at

export const isLastOwner = (administrators: Account[], account: Account) =>
  isOwner(account) && !administrators.some((one) => one.id !== account.id && isOwner(one))

/** Decided on rows that are locked, so that two changes at once cannot both find another owner left. */
export function assertNotLastOwner(administrators: Account[], account: Account, change: Partial<Account>) {
  if (isLastOwner(administrators, account) && !isOwner({ ...account, ...change }))
    throw new ApiError('conflict', 'This is the last owner. Make another account an owner first.')
}
