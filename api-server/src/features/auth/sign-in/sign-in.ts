import type { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../../identity/access-token.ts'
import { SESSION_DAYS } from '../../../identity/session-sql.ts'
import { hashToken, randomToken } from '../../../integrations/secrets.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { replayMail } from '../mails.ts'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/hash.ts'
import * as queries from '../queries.ts'
import { askPasskeyOf, checkPasskey } from '../second-factor/passkey-assertion.ts'
import { listFactorKinds } from '../second-factor/queries.ts'
import {
  endSession,
  findSession,
  type NewSession,
  openSession,
  rotateSession,
  type SessionRow,
} from '../sessions/queries.ts'
import { readChallenge, secondFactorNeeded, useCode } from './challenge.ts'
import { refusePending } from './pending-deletion.ts'

type Input<N extends keyof typeof operations, K extends 'body' | 'form'> = (typeof operations)[N] extends {
  [P in K]: infer R
}
  ? Output<R>
  : never
type Base = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

export interface From {
  address: string
  userAgent: string
}

/** A session as its owner's browser receives it: the answer and the cookie. */
export interface SignedIn {
  session: Output<'session'>
  refreshToken: string
  expires: Date
}

const DAY = 86_400_000
export const ACCOUNT_DISABLED = 'This account is disabled. Please write to us if that surprises you.'

/** Signs in with username or e-mail address. An unknown name takes as long as a wrong password and reads the same (requirement 26). */
export async function signIn(
  deps: Base,
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
  deps: Base,
  { challenge, code, passkey }: Input<'finishSignin', 'body'>,
  from: From,
): Promise<SignedIn> {
  const account = await readChallenge(deps, challenge)
  if (passkey) await checkPasskey(deps, account.id, 'signin', passkey)
  else if (code !== undefined) await useCode(deps, account, code)
  else throw invalidField('code', 'Type the code, or use a passkey')
  return startSession(deps, account, from, 'given')
}

/** What the browser needs to use a passkey in the second step. Which passkeys there are is told to nobody without the password. */
export async function askSigninPasskey(deps: Base, challenge: string) {
  const account = await readChallenge(deps, challenge)
  return askPasskeyOf(deps, account.id, 'signin')
}

const wrongCredentials = () =>
  new ApiError('wrong_credentials', 'That username or password is not right. Please try again.')

/**
 * A new family for a new device, whatever was signed in there before (requirement 29). Asks for the second factor where there is one.
 * A password that was changed, or an account that was disabled, since `account` was read opens nothing: else a sign-in under way would
 * outlive both.
 */
export async function startSession(
  deps: Base,
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
  await refusePending(deps, account)
  throw wrongCredentials()
}

/**
 * Turns a refresh token into an access token and its successor. The direct parent works for 20 s more and gives the same
 * successor (two tabs, a lost answer); anything older ends the family and tells its owner (fault 13–15).
 * Null: there is nothing to refresh, and the cookie is worth clearing.
 */
export async function refreshSession(deps: Base, cookie: string): Promise<SignedIn | null> {
  const { db, secrets, config } = deps
  const [id = '', secret = ''] = cookie.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return null
  const from = hashToken(secret)
  const successor = randomToken()
  const sealed = secrets.seal('session-successor', id, successor)
  const rotated = await rotateSession(db, { id, from, to: hashToken(successor), successorSealed: sealed })
  if (rotated) return forOwner(deps, rotated, successor)

  const session = await findSession(db, id)
  if (!session?.alive) return null
  if (session.previous_hash === from && session.in_grace && session.successor_sealed)
    return forOwner(deps, session, secrets.open('session-successor', id, session.successor_sealed))

  const account = await queries.findAccount(db, session.user_id)
  if (!account) return null
  const mail = await prepareMail({ ...replayMail(account, config.publicUrl), dedupeKey: `replay:${id}` })
  await db.transaction(async (tx) => {
    if (await endSession(tx, id, 'replay')) await queueMail(tx, mail)
  })
  return null
}

async function forOwner(
  { db, secrets, clock }: Base,
  session: SessionRow,
  refreshToken: string,
): Promise<SignedIn | null> {
  const account = await queries.findAccount(db, session.user_id)
  if (!account || account.disabled_at || account.deletion_due_at) return null
  await queries.touchLastSeen(db, account.id)
  return signedIn({ secrets, clock }, session, account, refreshToken)
}

function signedIn(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'expires_at'>,
  account: queries.Account,
  secret: string,
): SignedIn {
  return {
    refreshToken: `${session.id}.${secret}`,
    expires: session.expires_at,
    session: {
      access_token: signAccessToken(secrets, { userId: account.id, sessionId: session.id }, clock.now()),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      user: {
        id: account.id,
        username: account.username,
        email: account.email,
        full_name: account.full_name,
        roles: account.roles as ('user' | 'admin')[],
        capabilities: account.capabilities as Output<'session'>['user']['capabilities'],
        is_active: account.activated_at !== null && account.disabled_at === null,
      },
    },
  }
}

/**
 * Ends the family that the cookie names. An older cookie of it ends it too: another tab may have refreshed while the
 * sign-out was on its way, and whoever hears 204 must be signed out (fault 15).
 */
export async function signOut({ db }: Pick<Deps, 'db'>, cookie: string): Promise<void> {
  const [id = '', secret = ''] = cookie.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return
  await endSession(db, id, 'signed out')
}

/**
 * The session that a cookie names, alive, for calls that a bearer cannot reach (videos). It never rotates and is never a replay. The
 * newest secret opens it, or its parent, which a lost answer leaves with the browser: the id alone is no secret.
 */
export async function findCookieSession({ db }: Pick<Deps, 'db'>, cookie: string | undefined) {
  const [id = '', secret = ''] = (cookie ?? '').split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return null
  const session = await findSession(db, id)
  if (!session?.alive) return null
  const isOurs = [session.current_hash, session.previous_hash].includes(hashToken(secret))
  return isOurs ? { userId: session.user_id, sessionId: session.id } : null
}
