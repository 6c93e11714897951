import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { verifyPassword } from '../passwords/hash.ts'
import { type Account, findAccount } from '../queries.ts'
import { consumeCode } from './consume-code.ts'
import { hasSecondFactor } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Before what would give an account away: the present password, and where the account has a second factor a code: of its
 * app, of its recovery codes, or the one that a passkey's answer was turned into. Gives the account that was proven.
 */
export async function stepUp(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  { current_password, code }: { current_password?: string | undefined; code?: string | undefined },
): Promise<Account> {
  const account = await assertPassword(deps, user, current_password)
  if (!(await hasSecondFactor(deps.db, user.id))) return account
  if (!code) throw invalidField('code', 'Your second factor too: a passkey, a code of your app, or a recovery code')
  await consumeCode(deps, account, code)
  return account
}

/** The caller's account, once its present password was given; tries are counted by account. */
export async function assertPassword(
  deps: NeededDeps,
  user: Pick<CurrentUser, 'id'>,
  password: string | undefined,
): Promise<Account> {
  if (password === undefined) throw invalidField('current_password', 'Type your present password too')
  await consumeAttempt(deps, `password:${user.id}`, 10, 300)
  const account = await findAccount(deps.db, user.id)
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  if (!(await verifyPassword(password, account.password_hash)))
    throw invalidField('current_password', 'This is not your present password')
  return account
}
