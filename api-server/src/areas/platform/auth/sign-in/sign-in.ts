import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { SESSION_DAYS } from '../../../../identity/queries.ts'
import { DAY_MS } from '../../../../integrations/clock.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { returnAttempt } from '../../../../limits/queries.ts'
import { clientNetwork } from '../../../../limits/rate-classes.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import { issueMailToken } from '../mail-token-queries.ts'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/hash.ts'
import * as queries from '../queries.ts'
import { type Account, findAccountRow } from '../queries.ts'
import { consumeCode } from '../second-factor/codes.ts'
import { startPasskeyAuthentication, verifyPasskey } from '../second-factor/passkey-assertion.ts'
import { listFactorKinds } from '../second-factor/queries.ts'
import { endSession, type NewSession, openSession } from '../sessions/queries.ts'
import { newRefreshSecret } from '../sessions/refresh.ts'
import { type ClientInfo, type SignedIn, toSignedIn } from '../sessions/signed-in.ts'

type Input<N extends keyof typeof operations, K extends 'body' | 'form'> = (typeof operations)[N] extends {
  [P in K]: infer R
}
  ? Output<R>
  : never
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/** Shown to the owner of a disabled account, only after the right password. */
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

/** Shown to the owner of an account whose deletion can still be undone. */
export const DELETION_PENDING = 'This account is closed and will be erased soon. Until then you can still keep it.'

/** Minutes for which the undo link from signing in to a closed account is valid. */
const UNDO_MINUTES = 15

/** An account waiting for deletion gets no session but, once authenticated, a token that cancels it (docs/decisions/0011). */
export async function assertNoPendingDeletion({ db, clock }: Pick<Deps, 'db' | 'clock'>, account: Account) {
  const due = account.deletion_due_at
  if (!due) return
  if (due <= clock.now()) throw new ApiError('forbidden', 'This account is being erased, as requested.')
  const token = randomToken()
  await issueMailToken(db, {
    user_id: account.id,
    kind: 'deletion_undo',
    token,
    expires_at: new Date(Math.min(due.getTime(), clock.now().getTime() + UNDO_MINUTES * 60_000)),
  })
  throw new ApiError('deletion_pending', DELETION_PENDING, { extra: { token, due_at: due.toISOString() } })
}

/** Maximum duration of the second sign-in step, in seconds. */
const CHALLENGE_SECONDS = 300

/** The error that asks for the second factor. Its challenge proves that the password was correct a moment ago. */
export function secondFactorNeeded({ clock, secrets }: NeededDeps, account: Account, methods: string[]): ApiError {
  const until = Math.floor(clock.now().getTime() / 1000) + CHALLENGE_SECONDS
  return new ApiError('second_factor_needed', 'Now enter your second factor, or one of your recovery codes.', {
    extra: {
      challenge: `${account.id}.${until}.${challengeSignature(secrets, account, until)}`,
      methods,
    },
  })
}

/** The account of a challenge. Throws if the challenge has expired or the password has been changed since. */
export async function readChallenge({ db, clock, secrets }: NeededDeps, challenge: string): Promise<Account> {
  const [id = '', until = '', signature = ''] = challenge.split('.')
  const account = isUuid(id) ? await findAccountRow(db, id) : undefined
  const expected = account && Buffer.from(challengeSignature(secrets, account, Number(until)))
  const actual = Buffer.from(signature)
  if (!account || !expected || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw challengeExpired()
  if (Number(until) * 1000 < clock.now().getTime() || account.disabled_at) throw challengeExpired()
  return account
}

const challengeExpired = () => new ApiError('challenge_expired', 'That took too long. Please sign in again.')

/** Bound to the password hash, so that changing the password invalidates every challenge. */
const challengeSignature = (secrets: NeededDeps['secrets'], { id, password_hash }: Account, until: number) =>
  secrets.hmac('factor', `challenge:${id}:${until}:${password_hash}`).toString('base64url')
