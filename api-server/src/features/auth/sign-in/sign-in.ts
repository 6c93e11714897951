import type { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { SESSION_DAYS } from '../../../identity/session-sql.ts'
import { hashToken, randomToken } from '../../../integrations/secrets.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/hash.ts'
import * as queries from '../queries.ts'
import { consumeCode } from '../second-factor/consume-code.ts'
import { askPasskeyOf, checkPasskey } from '../second-factor/passkey-assertion.ts'
import { listFactorKinds } from '../second-factor/queries.ts'
import { endSession, type NewSession, openSession } from '../sessions/queries.ts'
import { type From, type SignedIn, signedIn } from '../sessions/signed-in.ts'
import { readChallenge, secondFactorNeeded } from './challenge.ts'
import { assertNoPendingDeletion } from './pending-deletion.ts'

type Input<N extends keyof typeof operations, K extends 'body' | 'form'> = (typeof operations)[N] extends {
  [P in K]: infer R
}
  ? Output<R>
  : never
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

const DAY = 86_400_000
export const ACCOUNT_DISABLED = 'This account is disabled. Please write to us if that surprises you.'

/** Signs in with username or e-mail address. An unknown name takes as long as a wrong password and reads the same. */
export async function signIn(
  deps: NeededDeps,
  { username, password }: Input<'signin', 'form'>,
  from: From,
): Promise<SignedIn> {
  const { db } = deps
  await consumeAttempt(deps, `signin:name:${username.trim().toLowerCase()}:${from.address}`, 10, 300)
  const account = await queries.findAccountByLogin(db, username)
  const matches = await verifyPassword(password, account?.password_hash)
  if (!account || !matches) throw wrongCredentials()
  if (account.disabled_at) throw new ApiError('forbidden', ACCOUNT_DISABLED)
  if (needsRehash(account.password_hash)) {
    const password_hash = await hashPassword(password)
    if (await queries.rehashPassword(db, account.id, account.password_hash, password_hash))
      account.password_hash = password_hash
  }
  return startSession(deps, account, from)
}

/** The second step of a sign-in. The challenge tells that the password was right; each code and each answer of a passkey works once. */
export async function finishSignIn(
  deps: NeededDeps,
  { challenge, code, passkey }: Input<'finishSignin', 'body'>,
  from: From,
): Promise<SignedIn> {
  const account = await readChallenge(deps, challenge)
  if (passkey) await checkPasskey(deps, account.id, 'signin', passkey)
  else if (code !== undefined) await consumeCode(deps, account, code)
  else throw invalidField('code', 'Type the code, or use a passkey')
  return startSession(deps, account, from, 'given')
}

/** What the browser needs to use a passkey in the second step. Which passkeys there are is told to nobody without the password. */
export async function askSigninPasskey(deps: NeededDeps, challenge: string) {
  const account = await readChallenge(deps, challenge)
  return askPasskeyOf(deps, account.id, 'signin')
}

const wrongCredentials = () =>
  new ApiError('wrong_credentials', 'That username or password is not right. Please try again.')

/**
 * A new family for a new device, whatever was signed in there before. Asks for the second factor where there is one.
 * A password that was changed, or an account that was disabled, since `account` was read opens nothing: else a sign-in under way would
 * outlive both.
 */
export async function startSession(
  deps: NeededDeps,
  account: queries.Account,
  from: From,
  factor: NewSession['factor'] = 'none',
): Promise<SignedIn> {
  const { db, clock, secrets } = deps
  const secret = randomToken()
  const expires_at = new Date(clock.now().getTime() + SESSION_DAYS * DAY)
  const id = await openSession(db, {
    account,
    factor,
    current_hash: hashToken(secret),
    expires_at,
    user_agent: from.userAgent,
    address: from.address,
  })
  // Asked once more, for a first factor that was confirmed while the session was being made: it ended those that were there before.
  const missing = factor === 'given' ? [] : await listFactorKinds(db, account.id)
  if (missing.length > 0) {
    if (id) await endSession(db, id, 'second factor missing')
    throw secondFactorNeeded(deps, account, missing)
  }
  if (id) return signedIn({ secrets, clock }, { id, expires_at }, account, secret)
  await assertNoPendingDeletion(deps, account)
  throw wrongCredentials()
}
