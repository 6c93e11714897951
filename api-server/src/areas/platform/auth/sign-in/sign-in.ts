import { randomUUID } from 'node:crypto'
import type { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { SESSION_DAYS } from '../../../../identity/queries.ts'
import { DAY_MS } from '../../../../integrations/clock.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { returnAttempt } from '../../../../limits/queries.ts'
import { clientNetwork } from '../../../../limits/rate-classes.ts'
import { hashToken } from '../../../../secrets.ts'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/hash.ts'
import * as queries from '../queries.ts'
import { consumeCode } from '../second-factor/codes.ts'
import { startPasskeyAuthentication, verifyPasskey } from '../second-factor/passkey-assertion.ts'
import { listFactorKinds } from '../second-factor/queries.ts'
import { endSession, type NewSession, openSession } from '../sessions/queries.ts'
import { newRefreshSecret } from '../sessions/refresh.ts'
import { type ClientInfo, type SignedIn, toSignedIn } from '../sessions/signed-in.ts'
import { readChallenge, secondFactorNeeded } from './challenge.ts'
import { assertNoPendingDeletion } from './pending-deletion.ts'

type Input<N extends keyof typeof operations, K extends 'body' | 'form'> = (typeof operations)[N] extends {
  [P in K]: infer R
}
  ? Output<R>
  : never
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

export const ACCOUNT_DISABLED = 'This account is disabled. If you think this is a mistake, please write to us.'

/** Signs in with a username or e-mail address. An unknown name takes as long as a wrong password and gets the same error. */
export async function signIn(
  deps: NeededDeps,
  { username, password }: Input<'signin', 'form'>,
  client: ClientInfo,
): Promise<SignedIn> {
  const { db } = deps
  const attempt = await countSignIn(deps, username, client.address)
  const account = await queries.findAccountByLogin(db, username)
  const matches = await verifyPassword(password, account?.password_hash)
  if (!account || !matches) throw wrongCredentials()
  await attempt.succeeded()
  if (account.disabled_at) throw new ApiError('forbidden', ACCOUNT_DISABLED)
  if (needsRehash(account.password_hash)) {
    const password_hash = await hashPassword(password)
    const isReplaced = await queries.rehashPassword(db, account.id, account.password_hash, password_hash)
    // Another sign-in may have replaced the hash meanwhile, or its owner the password.
    const current = isReplaced ? password_hash : (await queries.findAccountByLogin(db, username))?.password_hash
    if (!isReplaced && !(await verifyPassword(password, current))) throw wrongCredentials()
    account.password_hash = current ?? password_hash
  }
  return startSession(deps, account, client)
}

/** Second step of a sign-in. The challenge proves that the password was correct; each code and passkey response works once. */
export async function finishSignIn(
  deps: NeededDeps,
  { challenge, code, passkey }: Input<'finishSignin', 'body'>,
  client: ClientInfo,
): Promise<SignedIn> {
  const account = await readChallenge(deps, challenge)
  if (passkey) await verifyPasskey(deps, account.id, 'signin', passkey)
  else if (code !== undefined) await consumeCode(deps, account, code)
  else throw invalidField('code', 'Enter the code, or use a passkey')
  return startSession(deps, account, client, 'verified')
}

/** Options for using a passkey in the second step. Only someone who knows the password learns which passkeys exist. */
export async function startSignInPasskey(deps: NeededDeps, challenge: string) {
  const account = await readChallenge(deps, challenge)
  return startPasskeyAuthentication(deps, account.id, 'signin')
}

const wrongCredentials = () => new ApiError('wrong_credentials', 'The username or password is wrong. Please try again.')

/**
 * Opens a session, or asks for the second factor if there is one. Fails if the password was changed or the account disabled since `account` was
 * read; otherwise a sign-in in progress would survive both.
 */
export async function startSession(
  deps: NeededDeps,
  account: queries.Account,
  client: ClientInfo,
  factor: NewSession['factor'] = 'none',
): Promise<SignedIn> {
  const { db, clock, secrets } = deps
  const sessionId = randomUUID()
  const secret = newRefreshSecret(secrets, sessionId)
  const expires_at = new Date(clock.now().getTime() + SESSION_DAYS * DAY_MS)
  const id = await openSession(db, {
    id: sessionId,
    account,
    factor,
    current_hash: hashToken(secret),
    expires_at,
    user_agent: client.userAgent,
    address: client.address,
  })
  // Checked again, for a first factor that was confirmed while this session was being created: confirming it ended only the sessions that existed by then.
  const missing = factor === 'verified' ? [] : await listFactorKinds(db, account.id)
  if (missing.length > 0) {
    if (id) await endSession(db, id, 'second factor missing')
    throw secondFactorNeeded(deps, account, missing)
  }
  if (id) return toSignedIn({ secrets, clock }, { id, expires_at }, account, secret)
  await assertNoPendingDeletion(deps, account)
  throw wrongCredentials()
}

const WINDOW_SECONDS = 300
/** Maximum number of wrong passwords for one name from one network. Attempts from other networks never lock the owner out. */
const MAX_FAILURES = 10
/** Maximum number of names with a wrong password from one network: high enough for a shared classroom network, low for an attacker who tries many names. */
const MAX_NAMES = 120

/**
 * Counts a sign-in as failed before the password is checked, so that parallel guesses count too, and throws 429 above the limits. `succeeded`
 * undoes it, so that correct passwords never count, however many come from one network.
 */
export async function countSignIn(deps: Pick<Deps, 'db' | 'clock'>, login: string, address: string) {
  const network = clientNetwork(address)
  const name = `signin:name:${login.trim().toLowerCase()}:${network}`
  const names = `signin:names:${network}`
  const { count } = await consumeAttempt(deps, name, MAX_FAILURES, WINDOW_SECONDS)
  if (count === 1) await consumeAttempt(deps, names, MAX_NAMES, WINDOW_SECONDS)
  return {
    async succeeded() {
      if ((await returnAttempt(deps.db, name)) === 0) await returnAttempt(deps.db, names)
    },
  }
}
