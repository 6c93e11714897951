import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { type Account, findAccount } from '../queries.ts'
import { consumeCode } from './codes.ts'
import { hasSecondFactor } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Re-authenticates the caller before sensitive actions: the current password and, if the account has a second factor, also a code from the app, a
 * recovery code, or a passkey proof. Returns the account.
 */
export async function stepUp(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  { current_password, code }: { current_password?: string | undefined; code?: string | undefined },
): Promise<Account> {
  const account = await assertPassword(deps, user, current_password)
  if (!(await hasSecondFactor(deps.db, user.id))) return account
  if (!code)
    throw invalidField('code', 'Your second factor is needed too: a passkey, a code from your app, or a recovery code')
  await consumeCode(deps, account, code)
  return account
}

/** Returns the caller's account after checking the current password. Attempts are limited per account. */
export async function assertPassword(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  password: string | undefined,
): Promise<Account> {
  if (password === undefined) throw invalidField('current_password', 'Enter your current password too')
  await consumeAttempt(deps, `password:${user.id}`, 10, 300)
  const account = await findAccount(deps.db, user.id)
  if (!account) throw new ApiError('not_found', 'This account no longer exists.')
  if (!(await verifyPassword(password, account.password_hash)))
    throw invalidField('current_password', 'This is not your current password')
  return account
}
